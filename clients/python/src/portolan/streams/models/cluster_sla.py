from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.cluster_sla_cron_policy_type_1 import ClusterSlaCronPolicyType1
from ..models.cluster_sla_cron_policy_type_2_type_1 import ClusterSlaCronPolicyType2Type1
from ..models.cluster_sla_cron_policy_type_3_type_1 import ClusterSlaCronPolicyType3Type1

T = TypeVar("T", bound="ClusterSla")


@_attrs_define
class ClusterSla:
    """
    Attributes:
        min_ (int):
        max_ (int):
        cron_spec (None | str):
        cron_policy (ClusterSlaCronPolicyType1 | ClusterSlaCronPolicyType2Type1 | ClusterSlaCronPolicyType3Type1 |
            None):
    """

    min_: int
    max_: int
    cron_spec: None | str
    cron_policy: ClusterSlaCronPolicyType1 | ClusterSlaCronPolicyType2Type1 | ClusterSlaCronPolicyType3Type1 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        min_ = self.min_

        max_ = self.max_

        cron_spec: None | str
        cron_spec = self.cron_spec

        cron_policy: None | str
        if isinstance(self.cron_policy, ClusterSlaCronPolicyType1):
            cron_policy = self.cron_policy.value
        elif isinstance(self.cron_policy, ClusterSlaCronPolicyType2Type1):
            cron_policy = self.cron_policy.value
        elif isinstance(self.cron_policy, ClusterSlaCronPolicyType3Type1):
            cron_policy = self.cron_policy.value
        else:
            cron_policy = self.cron_policy

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "min": min_,
                "max": max_,
                "cronSpec": cron_spec,
                "cronPolicy": cron_policy,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        min_ = d.pop("min")

        max_ = d.pop("max")

        def _parse_cron_spec(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cron_spec = _parse_cron_spec(d.pop("cronSpec"))

        def _parse_cron_policy(
            data: object,
        ) -> ClusterSlaCronPolicyType1 | ClusterSlaCronPolicyType2Type1 | ClusterSlaCronPolicyType3Type1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cron_policy_type_1 = ClusterSlaCronPolicyType1(data)

                return cron_policy_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cron_policy_type_2_type_1 = ClusterSlaCronPolicyType2Type1(data)

                return cron_policy_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cron_policy_type_3_type_1 = ClusterSlaCronPolicyType3Type1(data)

                return cron_policy_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                ClusterSlaCronPolicyType1 | ClusterSlaCronPolicyType2Type1 | ClusterSlaCronPolicyType3Type1 | None,
                data,
            )

        cron_policy = _parse_cron_policy(d.pop("cronPolicy"))

        cluster_sla = cls(
            min_=min_,
            max_=max_,
            cron_spec=cron_spec,
            cron_policy=cron_policy,
        )

        cluster_sla.additional_properties = d
        return cluster_sla

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
