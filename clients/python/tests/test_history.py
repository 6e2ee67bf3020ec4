"""The history, against a running service with the recorded cloud of the examples."""

import asyncio
from itertools import islice
from typing import Any

import pytest

from portolan import AsyncPortolan, FollowedChange, Portolan, ServiceError
from portolan.history.api.query import get_document, list_ids
from portolan.history.models import ChangeKind
from portolan.jobs.api.clusters import create_cluster, delete_cluster
from portolan.jobs.models import ClusterRequest

INSTANCE = "i-0db000001"
CHANGES = 12
# With few fields an event has some 300 bytes: a cut connection has whole events, and a part of one.
SMALL = "view/instances:(instanceId,state:(name))"
CUT = {"after": 1300, "times": 20}
LEAST_CUTS = 3


def _positions(changes: list[FollowedChange]) -> list[tuple[str, str, str]]:
    return [(one.position, one.change.id, one.change.kind.value) for one in changes]


@pytest.fixture(scope="module")
def recorded(portolan: Portolan) -> list[FollowedChange]:
    """Return the first changes; the feed waits until the collection has them."""
    return list(islice(portolan.history.changes(SMALL, after="0"), CHANGES))


def test_reads_documents(portolan: Portolan, recorded: list[FollowedChange]) -> None:
    assert portolan.history.get(f"view/instances/{INSTANCE}:(instanceId)") == {"instanceId": INSTANCE}
    found = portolan.history.get("view/instances;_all;_expand:(instanceId~/^i-0db?/)")
    assert {"instanceId": INSTANCE} in found
    client = portolan.history.client
    assert get_document.sync("view", "instances", INSTANCE, client=client)["instanceId"] == INSTANCE
    assert INSTANCE in list_ids.sync("view", "instances", client=client)


REVISIONS = f"view/instances/{INSTANCE};_all;_limit=2"


def test_compares_revisions(portolan: Portolan, recorded: list[FollowedChange]) -> None:
    newer, older = portolan.history.get(f"{REVISIONS};_expand")
    diff = portolan.history.text(f"{REVISIONS};_diff=0")
    assert diff.startswith(f"--- /api/v2/view/instances/{INSTANCE};")
    assert f'+  "instanceType" : "{newer["instanceType"]}",' in diff.splitlines()
    change = portolan.history.patch(REVISIONS)[-1]
    assert (change.op.value, change.path, change.value) == ("replace", "/instanceType", newer["instanceType"])
    assert older["instanceType"] != newer["instanceType"]

    async def with_asyncio() -> tuple[str, object]:
        async with AsyncPortolan() as one:
            return await one.history.text(f"{REVISIONS};_diff=0"), (await one.history.patch(REVISIONS))[-1]

    assert asyncio.run(with_asyncio()) == (diff, change)


def test_raises_errors_with_status_message_and_request_id(portolan: Portolan) -> None:
    with pytest.raises(ServiceError, match="none-such") as caught:
        portolan.history.get("view/instances/none-such")
    assert (caught.value.status, bool(caught.value.request_id)) == (404, True)
    with pytest.raises(ServiceError) as refused:
        next(portolan.history.changes("view/none-such"))
    assert refused.value.status == 400


def test_feeds_resume_over_cut_connections(recorded: list[FollowedChange], cut: Any) -> None:
    proxy = cut("history", **CUT)
    with Portolan(history=proxy.url) as behind:
        again = list(islice(behind.history.changes(SMALL, after="0"), CHANGES))
        later = list(islice(behind.history.changes(SMALL, after=recorded[3].position), CHANGES - 4))
    assert _positions(again) == _positions(recorded)
    assert _positions(later) == _positions(recorded[4:])
    assert len({one.position for one in again}) == CHANGES
    assert proxy.cuts >= LEAST_CUTS


def test_feeds_have_changes_as_they_happen(portolan: Portolan) -> None:
    known = portolan.history._http.get("/api/v2/svc/clusters").headers["last-event-id"]
    cluster = ClusterRequest.from_dict({"name": "py-feed", "user": "py", "version": "1", "status": "UP"})
    response = create_cluster.sync_detailed(client=portolan.jobs.client, body=cluster)
    cluster_id = response.headers["location"].rsplit("/", 1)[-1]
    changes = portolan.history.changes("svc/clusters", after=known)
    added = next(one.change for one in changes if one.change.id == cluster_id)
    assert added.kind == ChangeKind.ADDED
    delete_cluster.sync_detailed(cluster_id, client=portolan.jobs.client)
    removed = next(one.change for one in changes if one.change.id == cluster_id)
    assert removed.kind == ChangeKind.REMOVED


def test_does_all_of_it_with_asyncio(recorded: list[FollowedChange], cut: Any) -> None:
    proxy = cut("history", **CUT)

    async def work() -> list[FollowedChange]:
        async with AsyncPortolan(history=proxy.url) as behind:
            again: list[FollowedChange] = []
            async for change in behind.history.changes(SMALL, after="0"):
                again.append(change)
                if len(again) == CHANGES:
                    break
            document = await behind.history.get(f"view/instances/{INSTANCE}:(instanceId)")
            assert document == {"instanceId": INSTANCE}
            with pytest.raises(ServiceError) as caught:
                await behind.history.get("view/instances/none-such")
            assert caught.value.status == 404
            return again

    assert _positions(asyncio.run(work())) == _positions(recorded)
    assert proxy.cuts >= LEAST_CUTS
