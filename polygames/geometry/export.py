"""Polygons with properties as shapely objects, WKT and GeoJSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from polygames.core.lazy import need

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from shapely import Polygon


@dataclass(frozen=True)
class ShapelyAreas:
    """Areas as shapely polygons, in the order of `state.areas`; iterates over the polygons.

    Examples
    --------
    >>> square = ShapelyAreas.of([([(0, 0), (2, 0), (2, 2), (0, 2)], {"value": 4.0})])
    >>> [polygon.area for polygon in square]
    [4.0]
    >>> square.to_wkt()
    ['POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))']
    """

    polygons: tuple[Polygon, ...]
    properties: tuple[dict[str, Any], ...]
    """For each polygon what is known of it: value, owner, ..."""

    @classmethod
    def of(cls, areas: Iterable[tuple[Sequence[tuple[float, float]], Mapping[str, Any]]]) -> Self:
        """Build from pairs of corners and properties.

        Examples
        --------
        >>> triangle = ShapelyAreas.of([([(0, 0), (4, 0), (0, 3)], {"owner": 1})])
        >>> [polygon.area for polygon in triangle]
        [6.0]
        >>> list(ShapelyAreas.of([]))
        []
        """
        need("shapely", "a shapely polygon")
        from shapely import Polygon

        pairs = [(Polygon(corners), dict(properties)) for corners, properties in areas]
        return cls(tuple(polygon for polygon, _ in pairs), tuple(known for _, known in pairs))

    def __len__(self) -> int:
        return len(self.polygons)

    def __iter__(self) -> Iterator[Polygon]:
        return iter(self.polygons)

    def __getitem__(self, number: int) -> Polygon:
        return self.polygons[number]

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The areas as a GeoJSON FeatureCollection, for geopandas and others."""
        features = [
            {"type": "Feature", "geometry": polygon.__geo_interface__, "properties": known}
            for polygon, known in zip(self.polygons, self.properties, strict=True)
        ]
        return {"type": "FeatureCollection", "features": features}

    def to_wkt(self) -> list[str]:
        """Return each polygon as well-known text that reads back to the same numbers.

        Examples
        --------
        >>> ShapelyAreas.of([([(0, 0), (4, 0), (0, 3)], {})]).to_wkt()
        ['POLYGON ((0 0, 4 0, 0 3, 0 0))']
        """
        return [_wkt(polygon) for polygon in self.polygons]

    def to_geojson(self, indent: int | None = None) -> str:
        """Return the areas and their properties as GeoJSON text.

        Examples
        --------
        >>> import json
        >>> text = ShapelyAreas.of([([(0, 0), (4, 0), (0, 3)], {"owner": 1})]).to_geojson()
        >>> json.loads(text)["features"][0]["properties"]
        {'owner': 1}
        """
        return json.dumps(self.__geo_interface__, indent=indent)


def _wkt(polygon: Polygon) -> str:
    """Write a polygon without holes; shapely's own text drops the last digit of a float."""
    corners = (" ".join(map(_digits, corner)) for corner in polygon.exterior.coords)
    return f"POLYGON (({', '.join(corners)}))"


def _digits(number: float) -> str:
    return repr(float(number)).removesuffix(".0")
