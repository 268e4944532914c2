"""Polygons and their properties as shapely objects, WKT and GeoJSON."""

import json

import pytest
import shapely

from polygames.geometry.export import ShapelyAreas

TRIANGLE = ((0.1, 0.0), (1 / 3, 1e-7), (2.0, 1e20))


def areas():
    return ShapelyAreas.of([(TRIANGLE, {"value": 1.5, "owner": None})])


def test_areas_are_a_sequence_of_polygons():
    assert len(areas()) == 1
    assert list(areas()) == [areas()[0]] == [shapely.Polygon(TRIANGLE)]
    assert areas().properties == ({"value": 1.5, "owner": None},)


def test_well_known_text_keeps_every_digit():
    (text,) = areas().to_wkt()
    assert text == "POLYGON ((0.1 0, 0.3333333333333333 1e-07, 2 1e+20, 0.1 0))"
    assert tuple(shapely.from_wkt(text).exterior.coords)[:-1] == TRIANGLE


def test_geojson_is_a_collection_of_features():
    collection = json.loads(areas().to_geojson(indent=2))
    assert collection == json.loads(json.dumps(areas().__geo_interface__))
    (feature,) = collection["features"]
    assert feature["properties"] == {"value": 1.5, "owner": None}
    assert feature["geometry"]["type"] == "Polygon"
    assert "\n  " in areas().to_geojson(indent=2)


def test_nothing_is_exported_as_nothing():
    empty = ShapelyAreas.of([])
    assert (len(empty), empty.to_wkt()) == (0, [])
    assert json.loads(empty.to_geojson()) == {"type": "FeatureCollection", "features": []}


def test_corners_that_make_no_polygon_are_refused():
    with pytest.raises(ValueError, match="linearring requires"):
        ShapelyAreas.of([([(0, 0), (1, 1)], {})])
