"""Writes the fonts of this directory with fontTools. Their glyphs are empty: only names and codes matter."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

GLYPHS = [".notdef", "T", "adieresis", "f_i", "hyphen", "g7"]


def builder(is_ttf):
    font = FontBuilder(1000, isTTF=is_ttf)
    font.setupGlyphOrder(GLYPHS)
    return font


def true_type(name, characters=None, names=False, codes=None):
    font = builder(True)
    font.setupGlyf({glyph: TTGlyphPen(None).glyph() for glyph in GLYPHS})
    font.setupHorizontalMetrics({glyph: (500, 0) for glyph in GLYPHS})
    font.setupHorizontalHeader()
    font.setupCharacterMap(characters or {})
    post = font.font["post"] = newTable("post")
    post.formatType = 2 if names else 3
    post.italicAngle = post.underlinePosition = post.underlineThickness = post.isFixedPitch = 0
    post.minMemType42 = post.maxMemType42 = post.minMemType1 = post.maxMemType1 = 0
    post.extraNames, post.mapping = [], {}
    if codes:
        table = CmapSubtable.newSubtable(4)
        table.platformID, table.platEncID, table.language = 3, 0, 0
        table.cmap = {0xF000 + code: glyph for code, glyph in codes.items()}
        font.font["cmap"].tables = [table]
    font.font.recalcTimestamp = False
    font.font["head"].created = font.font["head"].modified = 0
    font.save(name)


def compact(name):
    def outline():
        pen = T2CharStringPen(500, None)
        pen.moveTo((0, 0))
        pen.lineTo((9, 0))
        pen.closePath()
        return pen.getCharString()

    font = builder(False)
    font.setupCFF("F", {}, {glyph: outline() for glyph in GLYPHS}, {})
    cff = font.font["CFF "].cff
    encoding = [".notdef"] * 256
    encoding[1:5] = ["T", "adieresis", "f_i", "g7"]
    cff[0].Encoding = encoding
    data = io.BytesIO()
    cff.compile(data, font.font, isCFF2=False)
    with open(name, "wb") as file:
        file.write(data.getvalue())


true_type("names.ttf", names=True)
true_type("characters.ttf", characters={0x54: "T", 0xE4: "adieresis", 0x2D: "hyphen"})
true_type("codes.ttf", codes={0x41: "T", 0x61: "adieresis", 0x70: "hyphen"})
true_type("numbers.ttf", codes={1: "T", 2: "adieresis", 3: "f_i"})
compact("names.cff")
