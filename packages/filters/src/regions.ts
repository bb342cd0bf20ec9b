/**
 * Country codes (ISO 3166-1, two letters) by region: the independent states with Hong Kong, Macao, Palestine and Taiwan.
 * Where a region has a fixed size, the states with the fewest companies are left out.
 * Turkey counts as Europe and as Asia, Cyprus as Europe.
 */
const AFRICA = codes(
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY ' +
    'MA MG ML MR MU MW MZ NA NE NG RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW',
);
const EUROPE = codes(
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT ' +
    'LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SK SM TR UA VA',
);
const WEST_AND_CENTRAL_ASIA = codes('AE AM AZ BH GE IL IQ IR JO KG KW KZ LB OM PS QA SA SY TJ TM UZ YE');
const SOUTH_AND_EAST_ASIA = codes('AF BD BN BT CN HK ID IN JP KH KR LA LK MM MN MO MV MY NP PH PK SG TH TL TW VN');
const OCEANIA = codes('AU FJ FM KI MH NR NZ PG PW SB TO VU WS');
const MIDDLE_AMERICA = codes('BB BS BZ CR CU DO GD GT HN HT JM LC MX NI PA SV TT VC');
const SOUTH_AMERICA = codes('AR BO BR CL CO EC GY PE PY SR UY VE');

/** The regions that country values can name, such as `region:Europe`, with their country codes. */
export const REGIONS = {
  Africa: AFRICA,
  Asia: [...WEST_AND_CENTRAL_ASIA, ...SOUTH_AND_EAST_ASIA, 'TR'],
  Europe: EUROPE,
  'North America': ['US', 'CA', ...MIDDLE_AMERICA],
  'South America': SOUTH_AMERICA,
  Australia: OCEANIA,
  APAC: [...SOUTH_AND_EAST_ASIA, ...OCEANIA],
  EMEA: [...EUROPE, ...AFRICA, ...WEST_AND_CENTRAL_ASIA],
  NA: ['US', 'CA'],
  LATAM: [...MIDDLE_AMERICA, ...SOUTH_AMERICA],
} as const satisfies Record<string, readonly string[]>;

export type Region = keyof typeof REGIONS;

const PREFIX = 'region:';
const BY_LOWER_NAME = new Map<string, readonly string[]>(
  Object.entries(REGIONS).map(([name, countries]) => [name.toLowerCase(), countries]),
);

/** Replaces each `region:Name` by its country codes; other values, including unknown regions, stay. */
export function expandRegions(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => countriesOf(value) ?? [value]))];
}

/** True for `region:Name` with an unknown name. */
export function isUnknownRegion(value: string): boolean {
  return regionName(value) !== undefined && countriesOf(value) === undefined;
}

function countriesOf(value: string): readonly string[] | undefined {
  const name = regionName(value);
  return name === undefined ? undefined : BY_LOWER_NAME.get(name);
}

function regionName(value: string): string | undefined {
  const lower = value.trim().toLowerCase();
  return lower.startsWith(PREFIX) ? lower.slice(PREFIX.length).trim() : undefined;
}

function codes(list: string): string[] {
  return list.split(' ');
}
