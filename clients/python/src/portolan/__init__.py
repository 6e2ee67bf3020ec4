"""Client of Portolan: batch jobs, streaming jobs and the history of a cloud.

`Portolan` and `AsyncPortolan` are the entry points. The operations of the three APIs are generated, in
`portolan.jobs`, `portolan.history` and `portolan.streams`; they take the `client` of the service.
"""

from ._errors import PortolanError, ServiceError, StreamInterruptedError
from ._history import AsyncHistory, FollowedChange, History
from ._jobs import AsyncJobs, Attachment, Filters, FollowedJob, Jobs
from ._portolan import AsyncPortolan, Portolan
from ._settings import Options, Token
from ._streams import AsyncStreams, Streams

__all__ = [
    "AsyncHistory",
    "AsyncJobs",
    "AsyncPortolan",
    "AsyncStreams",
    "Attachment",
    "Filters",
    "FollowedChange",
    "FollowedJob",
    "History",
    "Jobs",
    "Options",
    "Portolan",
    "PortolanError",
    "ServiceError",
    "StreamInterruptedError",
    "Streams",
    "Token",
]
