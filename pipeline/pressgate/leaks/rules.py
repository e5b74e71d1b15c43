"""All rules that need nothing but the views."""

from pressgate.leaks.addresses import ADDRESS_RULES
from pressgate.leaks.commands import COMMAND_RULES
from pressgate.leaks.credentials import CREDENTIAL_RULES
from pressgate.leaks.drafts import DRAFT_RULES
from pressgate.leaks.hosts import HOST_RULES
from pressgate.leaks.invisible import INVISIBLE_RULES
from pressgate.leaks.leftovers import LEFTOVER_RULES
from pressgate.leaks.numbers import NUMBER_RULES
from pressgate.leaks.people import PEOPLE_RULES
from pressgate.leaks.places import PLACE_RULES
from pressgate.leaks.requests import REQUEST_RULES
from pressgate.leaks.secrets import SECRET_RULES

RULES = (
    *SECRET_RULES,
    *CREDENTIAL_RULES,
    *REQUEST_RULES,
    *COMMAND_RULES,
    *PLACE_RULES,
    *HOST_RULES,
    *ADDRESS_RULES,
    *PEOPLE_RULES,
    *NUMBER_RULES,
    *DRAFT_RULES,
    *LEFTOVER_RULES,
    *INVISIBLE_RULES,
)
