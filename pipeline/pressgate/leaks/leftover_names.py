"""File and folder names, in lower case, that tools, systems and people leave behind."""

# ruff: noqa: SIM905
VERSION_CONTROL = frozenset(
    """
    .bzr .fossil .git .gitmodules .hg .hgtags .jj .pijul .svn _darcs cvs
    """.split()
)
SYSTEM = frozenset(
    """
    $recycle.bin .apdisk .appledouble .directory .ds_store .fseventsd .localized .lsoverride .spotlight-v100
    .trash .trashes .trash-1000 .stfolder .stignore .stversions __macosx desktop.ini ehthumbs.db lost+found thumbs.db
    """.split()
)
EDITOR = frozenset(
    """
    .aider.chat.history.md .aider.input.history .classpath .claude .codex .continue .cursor .cursorrules
    .devcontainer .fleet .history .idea .ipynb_checkpoints .obsidian .project .ropeproject .settings .specstory
    .spyderproject .spyproject .vs .vscode .windsurf .zed nbproject
    """.split()
)
CACHE = frozenset(
    """
    .cache .coverage .docusaurus .eggs .gradle .hypothesis .jekyll-cache .mypy_cache .next .nox .nuxt
    .parcel-cache .pressgate .pytest_cache .ruff_cache .sass-cache .serverless .terraform .tox .vagrant .venv
    .vitepress htmlcov node_modules npm-debug.log yarn-error.log
    """.split()
)
PRIVATE = frozenset(
    """
    .aws .azure .docker .gitconfig application_default_credentials.json
    .bash_history .boto .dockercfg .dockerconfigjson .envrc .flaskenv .ftpconfig .git-credentials
    .gnupg .htpasswd .irb_history .kube .lesshst .my.cnf .mysql_history .netrc .node_repl_history .npmrc .pgpass
    .psql_history .pypirc .python_history .rediscli_history .remote-sync.json .s3cfg .sqlite_history .ssh
    .streamlit/secrets.toml .vault-token .vault_pass .viminfo .wget-hsts .zsh_history _netrc authorized_keys
    client_secret.json consolehost_history.txt credentials.json id_dsa id_ecdsa id_ed25519 id_rsa known_hosts
    kubeconfig pressgate-baseline.json secrets.env secrets.json secrets.toml secrets.yaml secrets.yml
    service-account.json service_account.json sftp-config.json shadow terraform.tfvars wp-config.php
    """.split()
)
