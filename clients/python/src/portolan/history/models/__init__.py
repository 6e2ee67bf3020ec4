"""Contains all the data models used in inputs/outputs"""

from .change import Change
from .change_kind import ChangeKind
from .collection_status import CollectionStatus
from .document import Document
from .error import Error
from .health import Health
from .health_checks import HealthChecks
from .health_status import HealthStatus
from .liveness import Liveness
from .liveness_status import LivenessStatus
from .patch_operation import PatchOperation
from .patch_operation_op import PatchOperationOp
from .revision import Revision
from .revision_tags import RevisionTags
from .revision_with_events import RevisionWithEvents
from .revision_with_events_tags import RevisionWithEventsTags
from .status_answer import StatusAnswer

__all__ = (
    "Change",
    "ChangeKind",
    "CollectionStatus",
    "Document",
    "Error",
    "Health",
    "HealthChecks",
    "HealthStatus",
    "Liveness",
    "LivenessStatus",
    "PatchOperation",
    "PatchOperationOp",
    "Revision",
    "RevisionTags",
    "RevisionWithEvents",
    "RevisionWithEventsTags",
    "StatusAnswer",
)
