"""Rules that need no service."""

import asyncio
import pickle
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from portolan import Portolan, ServiceError, StreamInterruptedError
from portolan._errors import raise_for_error, raise_for_error_async
from portolan._events import Event, EventParser, Feed, follow_events, follow_events_async
from portolan._files import FollowedFile
from portolan._history import History
from portolan._jobs import AsyncJobs, _Submission
from portolan._patience import Patience
from portolan._positions import EventPositions, OutputFeed
from portolan._settings import Settings
from portolan._streams import AsyncStreams
from portolan.jobs.api.commands import delete_command_tag

STREAM = ": comment\r\nid: 1\r\ndata: é\r\ndata: two\r\n\r\nid: 2\n\nevent: x\ndata:three\n\n".encode()
EVENTS = [Event("é\ntwo", "1"), Event(None, "2"), Event("three", None)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, len(STREAM)])
def test_events_are_the_same_in_any_portions(size: int) -> None:
    parser = EventParser()
    chunks = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
    assert [event for chunk in chunks for event in parser.feed(chunk)] == EVENTS


def test_an_id_without_data_advances_the_position() -> None:
    feed = Feed(url="/y", patience=Patience(1), after="1")
    events = feed.received(EventParser(), b"id: 7\n\nid: 8\ndata: unfinis")
    assert [feed.advance(event) for event in events] == [False]
    assert feed.after == "7"


def test_output_continues_after_the_last_event_of_each_worker(caplog: pytest.LogCaptureFixture) -> None:
    feed = OutputFeed(url="/y", patience=Patience(1), params={"window": 1})
    assert feed.parameters() == {"window": 1, "enableEventIds": "true"}
    stream = (
        b"id: a:3\n\nid: b:7\n\nid: a:4\ndata: x\n\nid: b:7\ndata: again\n\nid: b:10\ndata: y\n\ndata: no id\n\n"
    )
    events = feed.received(EventParser(), stream)
    assert [event.data for event in events if feed.advance(event)] == ["x", "y", "no id"]
    assert caplog.messages == ["2 events are missing before b:10: dropped, or no longer kept"]
    assert feed.parameters()["afterEventIds"] == "b:10,a:4"
    assert OutputFeed(url="/y", patience=Patience(1), params={"sample": 1}).parameters() == {"sample": 1}


def test_positions_of_workers_that_have_been_silent_longest_are_left_out() -> None:
    positions = EventPositions()
    for number in range(2000):
        positions.missing_before(f"job-worker-{number}:1")
    assert str(positions).startswith("job-worker-1999:1,job-worker-1998:1,")
    assert len(str(positions)) < 10_000


@pytest.mark.parametrize("lost", [".", ".."])
def test_an_address_that_would_lose_a_segment_is_not_called(lost: str) -> None:
    with Portolan() as client, pytest.raises(ValueError, match="cannot be a part of an address"):
        delete_command_tag.sync_detailed("spark", lost, client=client.jobs.client)


def _response(attempt: str, offset: str = "0") -> httpx.Response:
    return httpx.Response(200, headers={"portolan-attempt": attempt, "portolan-offset": offset})


def test_a_followed_file_stays_in_its_attempt() -> None:
    file = FollowedFile("j 1", "out/a b", offset=None, tail=2, patience=Patience(1))
    assert file.url == "/api/v3/jobs/j%201/output/out/a%20b"
    assert file.request()["params"] == {"follow": "true", "tail": 2}
    assert file.opens(_response("1", "40"))
    file.received(b"12345")
    assert not file.opens(_response("2", "45"))
    assert file.url == "/api/v3/jobs/j%201/attempts/1/output/out/a%20b"
    assert file.request()["params"] == {"follow": "true", "offset": 45}
    assert file.opens(_response("1", "45"))


def _error(status: int) -> ServiceError:
    return ServiceError(status, "text", None, {}, "GET", "http://x")


@pytest.mark.parametrize(
    ("failure", "is_own"),
    [(httpx.ReadTimeout("lost"), True), (_error(503), True), (httpx.ConnectError("refused"), False)],
)
def test_a_conflict_is_its_own_job_only_after_a_request_that_may_have_arrived(
    failure: Exception, is_own: bool
) -> None:
    submission = _Submission({"id": "j"}, [], 60)
    submission.accepted_after(failure)
    if is_own:
        assert submission.accepted_after(_error(409)) == "j"
    else:
        with pytest.raises(ServiceError):
            submission.accepted_after(_error(409))


def test_patience_ends_with_final_errors_and_without_progress() -> None:
    patience = Patience(60)
    assert [patience.pause_after(_error(503)) for _ in range(3)] == [0.2, 0.4, 0.8]
    patience.progress()
    assert patience.pause_after(_error(429)) == 0.2
    with pytest.raises(ServiceError):
        patience.pause_after(_error(410))
    with pytest.raises(StreamInterruptedError):
        Patience(0).pause_after(None)


def test_an_idle_stream_is_no_failure() -> None:
    patience = Patience(0)
    patience.opened()
    assert patience.pause_after(httpx.ReadTimeout("idle")) == 0
    with pytest.raises(httpx.ReadTimeout):
        patience.pause_after(httpx.ReadTimeout("no response"))


def test_settings_are_options_else_variables_else_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTOLAN_JOBS_URL", "http://of.variable")
    monkeypatch.setenv("PORTOLAN_STREAMS_URL", "")
    assert Settings().jobs == "http://of.variable"
    assert Settings(jobs="http://of.option").jobs == "http://of.option"
    assert Settings().streams == "http://127.0.0.1:7101"
    with pytest.raises(TypeError, match="job"):
        Portolan(job="http://wrong.name")  # type: ignore[call-arg]


@pytest.mark.parametrize("token", ["secret", lambda: "secret"])
def test_tokens_are_sent_and_not_shown(token: object) -> None:
    settings = Settings(token=token)  # type: ignore[arg-type]
    seen = []
    transport = httpx.MockTransport(
        lambda request: seen.append(request.headers["authorization"]) or httpx.Response(200)
    )
    with httpx.Client(**settings.client_options("http://x/"), transport=transport) as client:
        client.get("/y")
    assert seen == ["Bearer secret"]
    assert "secret" not in repr(settings)


def test_selectors_are_sent_whole() -> None:
    seen = []
    transport = httpx.MockTransport(
        lambda request: seen.append(request.url.raw_path.decode()) or httpx.Response(200, json=[])
    )
    with httpx.Client(base_url="http://x", transport=transport) as client:
        History(client, 60).get('view/instances:(name~/a?/,tag="b#1")')
    assert seen == ["/api/v2/view/instances:(name~/a%3F/,tag=%22b%231%22)"]


def test_events_end_when_their_subject_is_gone_at_a_reconnect() -> None:
    answers = [httpx.Response(200, content=b"data: 1\n\n"), httpx.Response(404), httpx.Response(404)]
    ended = iter([False, False, True])
    hooks = {"response": [raise_for_error]}
    transport = httpx.MockTransport(lambda _: answers.pop(0))
    with httpx.Client(base_url="http://x", transport=transport, event_hooks=hooks) as client:
        feed = Feed(url="/y", patience=Patience(60))
        assert [event.data for event in follow_events(client, feed, lambda: next(ended))] == ["1"]
    assert answers == []


def test_output_that_ends_while_its_connection_is_lost_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def transport() -> httpx.MockTransport:
        answers = [httpx.Response(200, content=b"id: a:1\ndata: 1\n\n"), httpx.Response(404)]
        return httpx.MockTransport(lambda _: answers.pop(0))

    def output() -> OutputFeed:
        return OutputFeed(url="/y", patience=Patience(60))

    async def read(ended: Iterator[bool]) -> list[str | None]:
        async def has_ended() -> bool:
            return next(ended)

        hooks = {"response": [raise_for_error_async]}
        async with httpx.AsyncClient(base_url="http://x", transport=transport(), event_hooks=hooks) as client:
            return [event.data async for event in follow_events_async(client, output(), has_ended)]

    hooks = {"response": [raise_for_error]}
    with httpx.Client(base_url="http://x", transport=transport(), event_hooks=hooks) as client:
        ended = iter([False, True])
        assert [event.data for event in follow_events(client, output(), lambda: next(ended))] == ["1"]
    assert asyncio.run(read(iter([False, True]))) == ["1"]
    assert caplog.messages == ["/y has ended while the connection was lost: its last events may be missing"] * 2


def test_an_error_of_a_service_outlasts_the_way_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(_error(404)))
    assert (error.status, error.url, str(error)) == (404, "http://x", "404: text")


@pytest.mark.parametrize("end", ["", "/", "/api/v3", "/api/v3/"])
def test_an_address_may_end_with_the_path_of_its_api(end: str) -> None:
    assert Settings().client_options(f"http://a/b{end}")["base_url"] == "http://a/b"


class _Endless(httpx.AsyncByteStream):
    """A stream of events that knows whether its reader has closed it."""

    is_closed = False

    def __init__(self, data: bytes) -> None:
        self._data = data

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield b"id: 1\ndata: " + self._data + b"\n\n"

    async def aclose(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (
            b'{"status": "RUNNING", "statusMsg": null, "time": null}',
            lambda http: AsyncJobs(http, 60).statuses("x"),
        ),
        (b'{"jobId": "x-1"}', lambda http: AsyncStreams(http, 60).submitted("x")),
        (b"text", lambda http: AsyncStreams(http, 60).tail("x-1")),
    ],
)
def test_a_reader_that_stops_early_closes_the_connection(data: bytes, read: object) -> None:
    async def stopped() -> bool:
        stream = _Endless(data)
        transport = httpx.MockTransport(lambda _: httpx.Response(200, stream=stream))
        async with httpx.AsyncClient(base_url="http://x", transport=transport) as http:
            events = read(http)  # type: ignore[operator]
            await anext(events)
            await events.aclose()
            return stream.is_closed

    assert asyncio.run(stopped())
