from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CollectionStatus")


@_attrs_define
class CollectionStatus:
    """
    Attributes:
        collection (str):
        source (str): Kind of source: aws, files, registry, http, view, group
        crawled (bool): False when the source is not configured
        last_crawl (float | None): Last applied crawl, ms
        last_attempt (float | None): Last attempted crawl, ms
        degraded (bool): True when the last crawl could not be applied
        error (None | str): Reason why the last crawl was not applied
        documents (float): Documents after the last applied crawl
        served (float): Documents that this replica serves now
        change_seq (float): Changes since the collection was created
        trail (None | str): The collection with the events that `_who` shows; null: there is none
    """

    collection: str
    source: str
    crawled: bool
    last_crawl: float | None
    last_attempt: float | None
    degraded: bool
    error: None | str
    documents: float
    served: float
    change_seq: float
    trail: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        collection = self.collection

        source = self.source

        crawled = self.crawled

        last_crawl: float | None
        last_crawl = self.last_crawl

        last_attempt: float | None
        last_attempt = self.last_attempt

        degraded = self.degraded

        error: None | str
        error = self.error

        documents = self.documents

        served = self.served

        change_seq = self.change_seq

        trail: None | str
        trail = self.trail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "collection": collection,
                "source": source,
                "crawled": crawled,
                "lastCrawl": last_crawl,
                "lastAttempt": last_attempt,
                "degraded": degraded,
                "error": error,
                "documents": documents,
                "served": served,
                "changeSeq": change_seq,
                "trail": trail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        collection = d.pop("collection")

        source = d.pop("source")

        crawled = d.pop("crawled")

        def _parse_last_crawl(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        last_crawl = _parse_last_crawl(d.pop("lastCrawl"))

        def _parse_last_attempt(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        last_attempt = _parse_last_attempt(d.pop("lastAttempt"))

        degraded = d.pop("degraded")

        def _parse_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error = _parse_error(d.pop("error"))

        documents = d.pop("documents")

        served = d.pop("served")

        change_seq = d.pop("changeSeq")

        def _parse_trail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        trail = _parse_trail(d.pop("trail"))

        collection_status = cls(
            collection=collection,
            source=source,
            crawled=crawled,
            last_crawl=last_crawl,
            last_attempt=last_attempt,
            degraded=degraded,
            error=error,
            documents=documents,
            served=served,
            change_seq=change_seq,
            trail=trail,
        )

        collection_status.additional_properties = d
        return collection_status

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
