import { type ByLanguage, words } from './languages.ts';

/** First halves of the first words of company names; no two languages share one. */
export const NAME_STARTS: ByLanguage = {
  en: words(`
    Bright North Stone River Oak Iron Silver Blue Green Red Clear Swift True Bold Keen Prime Summit Harbor Cedar Maple
    Falcon Raven Ember Copper Granite Meadow Lark Quill Sage Haven Beacon Cobalt Crest Drift Echo Fern Glade Hollow
    Ivory Juniper Kestrel Laurel Marsh Noble Onyx Pine Quartz Ridge Slate Timber Umber Vale Willow Yonder Zephyr
    Amber Birch Cinder Dune Elder Flint Grove Heath Indigo Jasper Knoll Loam Mill Nettle Otter Pebble Reed Spruce
    Thistle Upland Vine Wren Alder Briar Cliff Dawn Frost Gale Hazel Isle Lumen Moss Nova Orchard Plume Rook Sable
    Tidal Vesper Wander Arbor Basin Canyon Delta Fable Gable Hearth Kindle Lantern Mariner Opal Parcel Quarry
  `),
  de: words(`Nord Stein Falken Eich Berg Wald Licht Silber Rhein Hafen Wolken Kern Linden Adler Brunn Feld Eisen Morgen Sonn
    Ulmen Vogel Winter Ostsee Hanse`),
  fr: words(
    `Clair Beau Mont Val Lumi Azur Rive Ciel Soli Argent Bois Fleur Roche Ondine Terra Vivre Chêne Étoile Pré Orme`,
  ),
  es: words(`Alto Sol Vega Luz Mar Roble Cielo Plata Norte Viento Olivo Sierra Campo Fuego Nieve Lince Puerto Alba`),
  it: words(`Belvedere Monte Luce Fiore Vento Stella Ponte Sole Quercia Marino Aurora Lago Terra Nobile Rocca Vela`),
  nl: words(`Dijk Polder Zee Molen Wind Duin Veld Haven Brug Linde Noorder Kade Zilver Tulp`),
  sv: words(`Björk Fjäll Sjö Ek Havs Norr Sten Ljus Gran Vind Ström Skog Älv Häst`),
  pl: words(`Dąb Las Wisła Bursztyn Skała Jasny Orzeł Brzoza Północ Rzeka Srebro Zamek`),
  pt: words(`Serra Vale Porto Rio Farol Ouro Lobo Prado Onda Pedra Ipê Brisa`),
  ja: words(`Sakura Hikari Yama Kawa Mori Umi Sora Kaze Hoshi Asahi Midori Tsuki`),
};

/** Second halves of the first words of company names. */
export const NAME_ENDS: ByLanguage = {
  en: words(`forge line mark wave field bridge path stack grid lane point gate craft loop spring works nest leaf shift port
    scale lift view ward beam cast light base wood side`),
  de: words(`werk haus mark bach tal hof burg kraft bruck stern berg feld brunn wehr rath stedt horst weg see land mann tor
    wald hain moor furt grund kamp holz au`),
  fr: words(`ance elle ier val mont ette oire ant eau ière rive fort ine age ris lac port ade ère ume our elis ville aire
    once orme ignan ac ole ys`),
  es: words(`mar sol via nova luz ero ante ora isa al mundo red cima ana valle tec eza olas ada ino monte ria pal ura eda
    aire oro ico ella una`),
  it: words(`via nova ora etto ella ino mare ura ari ente aldi one esca iva monte isa ale anti olo ezza ana ero uce oni
    aria ise ada ondo erra ico`),
  nl: words(`hof werf dam wijk stroom huis kracht berg land sluis bos gaard hout oord steeg vaart plein laan horst baan
    markt poort hage weide stee burg kamp schans mond kroon`),
  sv: words(`dal vik ö hamn kraft berg lund sund mark holm gård borg by stad näs fors bro hed ås udde strand torp skär
    rum ton ryd äng port hall bäck`),
  pl: words(`ex pol mar owo nik ica tor stal mir bud ant ero lux gród em ita war ola usz trans as ina owa ix ur om eks
    al bor ka`),
  pt: words(`mar nova sul luz ante eira ora via al ense era viva ando oso ina ares este ico elo onda ura isa une
    ana oeste ama eno iva ado ilha`),
  ja: words(`ya mura zaki gawa moto hara saki shima tani nomori bashi zawa mine kura jima oka naga mizu hashi machi toku
    wara hama numa ike ko ta da ba se`),
};
