"""Positions in the output of a streaming job."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ._events import Event, Feed

_LONGEST = 10_000
"""Ids that fit into one request; those of workers that have been silent longest are left out."""
_WITHOUT_IDS: Final = frozenset({"sample", "sampleMSec", "clientId", "groupId"})

_log = logging.getLogger("portolan")


class EventPositions:
    """The last event of each worker, by the ids of its sink: `<worker id>:<number>` (V1-STREAM-15)."""

    def __init__(self) -> None:
        """Create positions that know no event."""
        self._last: dict[str, int] = {}

    def missing_before(self, event_id: str) -> int | None:
        """Note an event. Return how many of its worker are missing before it; None: it came before."""
        worker, _, digits = event_id.rpartition(":")
        number = int(digits)
        known = self._last.get(worker)
        if known is not None and number <= known:
            return None
        # Workers with the most recent events are at the end.
        self._last.pop(worker, None)
        self._last[worker] = number
        return 0 if known is None else number - known - 1

    def __str__(self) -> str:
        """Return the last ids, as `afterEventIds` takes them."""
        text = ""
        for worker, number in reversed(self._last.items()):
            one = f"{worker}:{number}"
            if len(text) + len(one) >= _LONGEST:
                break
            text = f"{text},{one}" if text else one
        return text


@dataclass(kw_only=True)
class OutputFeed(Feed):
    """The output of a streaming job. A new connection continues after the last event of each worker."""

    _positions: EventPositions = field(default_factory=EventPositions, init=False)

    def advance(self, event: Event) -> bool:
        """Return whether the reader has not had the event; log how many are missing before it."""
        missing = 0 if event.id is None else self._positions.missing_before(event.id)
        if missing:
            _log.warning("%d events are missing before %s: dropped, or no longer kept", missing, event.id)
        return missing is not None and event.data is not None

    def ended_unseen(self) -> None:
        """Log that nothing can tell how many events are missing at the end: they end with their workers."""
        _log.warning("%s has ended while the connection was lost: its last events may be missing", self.url)

    def parameters(self) -> dict[str, str | int | Sequence[str]]:
        """Return the parameters of the sink with the positions; a sample and shared output have none."""
        if not _WITHOUT_IDS.isdisjoint(self.params):
            return dict(self.params)
        after = str(self._positions)
        return {**self.params, "enableEventIds": "true", **({"afterEventIds": after} if after else {})}
