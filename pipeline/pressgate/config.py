"""`pressgate.toml` → Config: validated whole, every error at once, each with its line."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pressgate import config_values as values
from pressgate.licences.texts import ready_text
from pressgate.model import (
    Config,
    Golden,
    IndexConfig,
    LicensesConfig,
    PackageConfig,
    PostsConfig,
    PublishConfig,
    ScanConfig,
    SiteConfig,
)
from pressgate.toml_table import Document, Table, nearest
from pressgate.words import FIELDS

FILE_NAME = "pressgate.toml"
GENERATORS = (
    *("explicit", "jekyll", "hugo", "hexo", "mkdocs", "eleventy", "docusaurus"),
    *("vitepress", "astro", "pelican", "nikola", "zola", "zenn"),
)
_TABLES = ("package", "site", "posts", "publish", "licenses", "scan", "smoke", "index")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def load(root: Path) -> Config:
    """The configuration of the corpus at `root`. Raises UsageError with one line for each error."""
    root = root.resolve()
    document = Document(root / FILE_NAME)
    document.check_tables(_TABLES)
    site = _site(document)
    config = Config(
        root=root,
        package=_package(document),
        site=site,
        posts=_posts(document, root),
        publish=_publish(document, site.home),
        licenses=_licenses(document, root),
        scan=_scan(document, root),
        golden=_golden(document),
        index=_index(document),
    )
    document.raise_errors()
    return config


def _package(document: Document) -> PackageConfig:
    table = document.table("package", ("name", "version", "summary", "authors", "urls", "sdist"), required=True)
    urls = {}
    for label, url in table.text_map("urls"):
        if not values.is_https(url):
            table.error("urls", f"'{label}' must be an https URL")
        urls[label] = str(url)
    return PackageConfig(
        name=_checked(table, "name", values.distribution_name),
        version=_checked(table, "version", values.version),
        summary=table.text("summary"),
        authors=_authors(table),
        urls=urls,
        sdist=table.flag("sdist"),
    )


def _authors(table: Table) -> tuple[str, ...]:
    authors = table.texts("authors")
    for text in authors:
        try:
            values.author(text)
        except ValueError as error:
            table.error("authors", str(error))
    return authors


def _checked(table: Table, name: str, check: Any) -> str:
    """A required text passed through `check`, which returns it in normal form or raises ValueError with the reason."""
    text = table.text(name)
    if not text:
        return text
    try:
        return str(check(text))
    except ValueError as error:
        table.error(name, str(error))
        return text


def _site(document: Document) -> SiteConfig:
    table = document.table("site", ("name", "home", "language", "timezone", "generator"), required=True)
    home = table.text("home")
    if home and not values.is_https(home):
        table.error("home", "must be an https URL such as https://blog.example.com/")
    language = table.text("language", "en")
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", language):
        table.error("language", "must be a language tag such as ko, en or zh-TW")
    generator = table.text("generator", "explicit")
    if generator not in GENERATORS:
        table.error("generator", f"unknown generator; {nearest(generator, GENERATORS)}")
    zone_name = table.text("timezone", "UTC")
    return SiteConfig(
        name=table.text("name"),
        home=home,
        language=language,
        timezone=_zone(table, zone_name),
        timezone_name=zone_name,
        generator=generator,
    )


def _zone(table: Table, name: str) -> tzinfo:
    if offset := re.fullmatch(r"([+-])(\d\d):([0-5]\d)", name):
        minutes = int(offset[2]) * 60 + int(offset[3])
        if minutes < 24 * 60:
            return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes))
    try:
        return ZoneInfo(name)
    except (ValueError, KeyError, OSError):
        table.error("timezone", f"'{name}' is no time zone; write one such as Asia/Seoul or +09:00")
        return UTC


def _posts(document: Document, root: Path) -> PostsConfig:
    table = document.table("posts", ("path", "include", "exclude", "fields", "date-order"))
    default = PostsConfig(path=root / table.text("path", "posts"))
    fields = {}
    for name, names in table.text_map("fields"):
        if name not in FIELDS:
            table.error("fields", f"unknown field '{name}'; {nearest(name, tuple(FIELDS))}")
        elif not isinstance(names, list) or not all(isinstance(item, str) and item.strip() for item in names):
            table.error("fields", f"'{name}' must be a list of the names that your headers use")
        else:
            fields[name] = tuple(names)
    return PostsConfig(
        path=default.path,
        include=table.texts("include", default.include),
        exclude=table.texts("exclude"),
        fields=fields,
        date_order=_date_order(table),
    )


def _date_order(table: Table) -> Literal["mdy", "dmy"] | None:
    order = table.optional_text("date-order")
    if order in {"mdy", "dmy"}:
        return "mdy" if order == "mdy" else "dmy"
    if order is not None:
        table.error("date-order", 'write "mdy" where 03/05/2024 is the fifth of March, "dmy" where it is in May')
    return None


def _publish(document: Document, home: str) -> PublishConfig:
    known = ("hosts", "status", "url-path", "permalink", "witness", "takedown", "max-age")
    table = document.table("publish", known)
    hosts = []
    for host in table.texts("hosts", (values.host_of(home),) if values.is_https(home) else ()):
        try:
            hosts.append(values.host(host))
        except ValueError as error:
            table.error("hosts", str(error))
    url_path = table.optional_text("url-path")
    try:
        re.compile(url_path or "")
    except re.error as error:
        table.error("url-path", f"is no regular expression: {error}")
    witness = table.data.get("witness")
    return PublishConfig(
        hosts=tuple(hosts),
        status=table.texts("status"),
        url_path=url_path,
        permalink=table.optional_text("permalink"),
        witness=(table.text("witness"),) if isinstance(witness, str) else table.texts("witness"),
        takedown=table.texts("takedown"),
        max_age=_seconds(table, "max-age", "24h"),
    )


def _seconds(table: Table, name: str, default: str) -> int:
    text = table.text(name, default)
    if match := re.fullmatch(r"([1-9][0-9]{0,5})([smhd])", text):
        return int(match[1]) * _UNITS[match[2]]
    table.error(name, "must be a length of time such as 90m, 24h or 7d")
    return 0


def _licenses(document: Document, root: Path) -> LicensesConfig:
    table = document.table("licenses", ("code", "content", "content-file", "allowed"), required=True)
    code = table.text("code", "MIT")
    if code != "MIT":
        table.error("code", "must be MIT: the server in the wheel is Pressgate's own code, under the MIT licence")
    content = _checked(table, "content", values.license_id)
    file: Path | None = root / table.text("content-file", "LICENSE-CONTENT")
    if file and not file.is_file():
        if "content-file" not in table.data and ready_text(content) is not None:
            file = None
        elif content:
            table.error("content-file", f"{file.name} is missing: put the whole text of {content} there")
    allowed = [] if "allowed" in table.data else [content]
    for name in table.texts("allowed"):
        try:
            allowed.append(values.license_id(name))
        except ValueError as error:
            table.error("allowed", str(error))
    return LicensesConfig(code=code, content=content, content_file=file, allowed=tuple(allowed))


def _scan(document: Document, root: Path) -> ScanConfig:
    table = document.table("scan", ("forbidden", "baseline", "history"))
    baseline = table.optional_text("baseline")
    return ScanConfig(
        forbidden=_forbidden(table, root),
        baseline=root / baseline if baseline else None,
        history=table.flag("history"),
    )


def _forbidden(table: Table, root: Path) -> tuple[Literal["env", "file", "none"], str]:
    match table.data.get("forbidden"):
        case None:
            table.error(
                "forbidden",
                "is missing: name your list of identifiers that must not go out, as "
                '{ env = "PRESSGATE_FORBIDDEN" } or { file = ".pressgate/forbidden.txt" }, or write "none"',
            )
        case "none":
            return "none", ""
        case {"env": str(name), **rest} if not rest and name.strip():
            return "env", name
        case {"file": str(name), **rest} if not rest and name.strip():
            return "file", str(root / name)
        case _:
            table.error("forbidden", 'must be { env = "NAME" }, { file = "PATH" } or "none"')
    return "none", ""


def _golden(document: Document) -> tuple[Golden, ...]:
    table = document.table("smoke", ("golden",))
    golden = []
    for item in table.value("golden", list, "a list of tables", []):
        match item:
            case {"query": str(query), "first": str(first), **rest} if not rest and query.strip() and first.strip():
                golden.append(Golden(query=query, first=first))
            case _:
                table.error("golden", 'must hold tables such as { query = "…", first = "09" }')
    return tuple(golden)


def _index(document: Document) -> IndexConfig:
    table = document.table("index", ("repository-url", "simple-url"))
    urls = {name: table.optional_text(name) for name in ("repository-url", "simple-url")}
    for name, url in urls.items():
        if url is not None and not values.is_index_url(url):
            table.error(name, "must be an https URL without a user name or password (http only for loopback)")
    return IndexConfig(repository_url=urls["repository-url"], simple_url=urls["simple-url"])
