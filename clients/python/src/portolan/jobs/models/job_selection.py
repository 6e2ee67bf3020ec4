from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.candidate import Candidate
    from ..models.chosen import Chosen
    from ..models.other_resources import OtherResources
    from ..models.rationale import Rationale


T = TypeVar("T", bound="JobSelection")


@_attrs_define
class JobSelection:
    """
    Attributes:
        resolved (bool): Whether a command and a cluster were found.
        message (None | str): Why not.
        cluster (Chosen | None):
        command (Chosen | None):
        matching_commands (int):
        candidates (list[Candidate]): Commands that match, each with the clusters it can run on.
        others (OtherResources):
        id (str):
        rationale (Rationale | Unset):
    """

    resolved: bool
    message: None | str
    cluster: Chosen | None
    command: Chosen | None
    matching_commands: int
    candidates: list[Candidate]
    others: OtherResources
    id: str
    rationale: Rationale | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.chosen import Chosen  # noqa: PLC0415

        resolved = self.resolved

        message: None | str
        message = self.message

        cluster: dict[str, Any] | None
        if isinstance(self.cluster, Chosen):
            cluster = self.cluster.to_dict()
        else:
            cluster = self.cluster

        command: dict[str, Any] | None
        if isinstance(self.command, Chosen):
            command = self.command.to_dict()
        else:
            command = self.command

        matching_commands = self.matching_commands

        candidates = []
        for candidates_item_data in self.candidates:
            candidates_item = candidates_item_data.to_dict()
            candidates.append(candidates_item)

        others = self.others.to_dict()

        id = self.id

        rationale: dict[str, Any] | Unset = UNSET
        if not isinstance(self.rationale, Unset):
            rationale = self.rationale.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "resolved": resolved,
                "message": message,
                "cluster": cluster,
                "command": command,
                "matchingCommands": matching_commands,
                "candidates": candidates,
                "others": others,
                "id": id,
            }
        )
        if rationale is not UNSET:
            field_dict["rationale"] = rationale

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.candidate import Candidate  # noqa: PLC0415
        from ..models.chosen import Chosen  # noqa: PLC0415
        from ..models.other_resources import OtherResources  # noqa: PLC0415
        from ..models.rationale import Rationale  # noqa: PLC0415

        d = dict(src_dict)
        resolved = d.pop("resolved")

        def _parse_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        message = _parse_message(d.pop("message"))

        def _parse_cluster(data: object) -> Chosen | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                cluster_type_0 = Chosen.from_dict(data)

                return cluster_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Chosen | None, data)

        cluster = _parse_cluster(d.pop("cluster"))

        def _parse_command(data: object) -> Chosen | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                command_type_0 = Chosen.from_dict(data)

                return command_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Chosen | None, data)

        command = _parse_command(d.pop("command"))

        matching_commands = d.pop("matchingCommands")

        candidates = []
        _candidates = d.pop("candidates")
        for candidates_item_data in _candidates:
            candidates_item = Candidate.from_dict(candidates_item_data)

            candidates.append(candidates_item)

        others = OtherResources.from_dict(d.pop("others"))

        id = d.pop("id")

        _rationale = d.pop("rationale", UNSET)
        rationale: Rationale | Unset
        if isinstance(_rationale, Unset):
            rationale = UNSET
        else:
            rationale = Rationale.from_dict(_rationale)

        job_selection = cls(
            resolved=resolved,
            message=message,
            cluster=cluster,
            command=command,
            matching_commands=matching_commands,
            candidates=candidates,
            others=others,
            id=id,
            rationale=rationale,
        )

        job_selection.additional_properties = d
        return job_selection

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
