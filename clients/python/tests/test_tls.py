"""Client certificates, against a listener that demands them, before a running service."""

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import trustme
from conftest import job
from tls_proxy import TlsProxy

from portolan import AsyncPortolan, Options, Portolan
from portolan._settings import Settings
from portolan.jobs.models import JobStatus


def _files(authority: trustme.CA, folder: Path, name: str) -> Options:
    """Write a client certificate of an authority, and return the options that name it."""
    certificate = authority.issue_cert(f"{name}@example.org", common_name=name)
    cert_file, key_file = folder / f"{name}.crt", folder / f"{name}.key"
    certificate.private_key_pem.write_to_path(str(key_file))
    for part in certificate.cert_chain_pems:
        part.write_to_path(str(cert_file), append=True)
    return {"cert_file": str(cert_file), "key_file": str(key_file)}


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def proxy(authority: trustme.CA) -> Iterator[TlsProxy]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.verify_mode = ssl.CERT_REQUIRED
    authority.issue_cert("localhost").configure_cert(context)
    authority.configure_trust(context)
    one = TlsProxy(Settings().jobs, context)
    yield one
    one.close()


@pytest.fixture
def options(authority: trustme.CA, proxy: TlsProxy, tmp_path: Path) -> Options:
    ca_file = tmp_path / "ca.crt"
    authority.cert_pem.write_to_path(str(ca_file))
    return {"jobs": proxy.url, "ca_file": str(ca_file), **_files(authority, tmp_path, "analyst")}


def test_sends_its_certificate(proxy: TlsProxy, options: Options) -> None:
    with Portolan(**options) as portolan:
        job_id = portolan.jobs.submit(job("echo over TLS"))
        assert b"".join(portolan.jobs.follow(job_id)) == b"over TLS\n"
        assert portolan.jobs.wait(job_id).status == JobStatus.SUCCEEDED
    assert (("commonName", "analyst"),) in proxy.subjects[-1]


def test_sends_its_certificate_with_asyncio(options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ca_file", "cert_file", "key_file"):
        monkeypatch.setenv(f"PORTOLAN_{name.upper()}", str(options[name]))  # type: ignore[literal-required]

    async def status() -> JobStatus:
        async with AsyncPortolan(jobs=options["jobs"]) as portolan:
            return (await portolan.jobs.wait(await portolan.jobs.submit(job("true")))).status

    assert asyncio.run(status()) == JobStatus.SUCCEEDED


def test_fails_without_a_certificate_that_the_listener_accepts(options: Options, tmp_path: Path) -> None:
    without: Options = {"jobs": options["jobs"], "ca_file": options["ca_file"]}
    stranger: Options = {**options, **_files(trustme.CA(), tmp_path, "stranger")}
    for refused in (without, stranger):
        with Portolan(**refused) as portolan, pytest.raises(httpx.TransportError):
            portolan.jobs.submit(job("true"))


def test_refuses_a_service_of_another_authority(options: Options, tmp_path: Path) -> None:
    ca_file = tmp_path / "other.crt"
    trustme.CA().cert_pem.write_to_path(str(ca_file))
    refused = pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED")
    with Portolan(**{**options, "ca_file": str(ca_file)}) as portolan, refused:
        portolan.jobs.submit(job("true"))
