"""How much there is to download of each published data set."""

#: Bytes of its raw files together. Those of Coauthor and Amazon exist in several packings of
#: about this size.
DOWNLOAD_BYTES = {
    "cora": 572_444,
    "citeseer": 1_036_188,
    "pubmed": 8_722_598,
    "coauthor-cs": 2_633_158,
    "coauthor-physics": 3_513_503,
    "amazon-photo": 1_766_825,
    "amazon-computers": 3_413_729,
    "texas": 28_586,
    "cornell": 30_515,
    "wisconsin": 41_672,
    "actor": 252_956,
    "chameleon": 177_840,
    "squirrel": 704_277,
    "chameleon-filtered": 58_924,
    "squirrel-filtered": 208_215,
    "minesweeper": 135_045,
    "tolokers": 1_329_769,
    "traffic-la": 3_520_152,
    "chickenpox": 220_340,
}
