import type { Language } from './languages.ts';

export interface Country {
  code: string;
  language: Language;
  /** Relative number of companies among the countries of its language. */
  weight: number;
  /** `City|region` */
  cities: readonly string[];
  legalForms: readonly string[];
}

const list = (text: string): string[] => text.trim().split(/\s*;\s*/);

export const COUNTRIES: readonly Country[] = [
  {
    code: 'US',
    language: 'en',
    weight: 50,
    cities:
      list(`New York|New York; San Francisco|California; Los Angeles|California; San Diego|California; Austin|Texas;
      Dallas|Texas; Houston|Texas; Chicago|Illinois; Boston|Massachusetts; Cambridge|Massachusetts; Seattle|Washington;
      Denver|Colorado; Boulder|Colorado; Atlanta|Georgia; Miami|Florida; Tampa|Florida; Portland|Oregon;
      Raleigh|North Carolina; Charlotte|North Carolina; Philadelphia|Pennsylvania; Pittsburgh|Pennsylvania;
      Minneapolis|Minnesota; Salt Lake City|Utah; Phoenix|Arizona; Columbus|Ohio; Nashville|Tennessee`),
    legalForms: ['Inc.', 'LLC', 'Corp.'],
  },
  {
    code: 'GB',
    language: 'en',
    weight: 18,
    cities:
      list(`London|England; Manchester|England; Birmingham|England; Leeds|England; Bristol|England; Cambridge|England;
      Edinburgh|Scotland; Glasgow|Scotland; Cardiff|Wales; Belfast|Northern Ireland`),
    legalForms: ['Ltd', 'Limited', 'PLC'],
  },
  {
    code: 'CA',
    language: 'en',
    weight: 9,
    cities: list(`Toronto|Ontario; Ottawa|Ontario; Waterloo|Ontario; Montréal|Quebec; Vancouver|British Columbia;
      Calgary|Alberta; Halifax|Nova Scotia`),
    legalForms: ['Inc.', 'Ltd.'],
  },
  {
    code: 'IN',
    language: 'en',
    weight: 9,
    cities: list(`Bengaluru|Karnataka; Mumbai|Maharashtra; Pune|Maharashtra; Hyderabad|Telangana; Chennai|Tamil Nadu;
      New Delhi|Delhi; Gurugram|Haryana`),
    legalForms: ['Pvt. Ltd.', 'Private Limited'],
  },
  {
    code: 'AU',
    language: 'en',
    weight: 7,
    cities: list('Sydney|New South Wales; Melbourne|Victoria; Brisbane|Queensland; Perth|Western Australia'),
    legalForms: ['Pty Ltd'],
  },
  {
    code: 'IE',
    language: 'en',
    weight: 3,
    cities: list('Dublin|Leinster; Cork|Munster; Galway|Connacht'),
    legalForms: ['Ltd'],
  },
  { code: 'SG', language: 'en', weight: 3, cities: list('Singapore|Singapore'), legalForms: ['Pte. Ltd.'] },
  {
    code: 'NZ',
    language: 'en',
    weight: 2,
    cities: list('Auckland|Auckland; Wellington|Wellington'),
    legalForms: ['Limited'],
  },
  {
    code: 'ZA',
    language: 'en',
    weight: 2,
    cities: list('Cape Town|Western Cape; Johannesburg|Gauteng'),
    legalForms: ['(Pty) Ltd'],
  },
  {
    code: 'DE',
    language: 'de',
    weight: 75,
    cities: list(`Berlin|Berlin; München|Bayern; Nürnberg|Bayern; Hamburg|Hamburg; Köln|Nordrhein-Westfalen;
      Düsseldorf|Nordrhein-Westfalen; Bielefeld|Nordrhein-Westfalen; Stuttgart|Baden-Württemberg;
      Karlsruhe|Baden-Württemberg; Frankfurt am Main|Hessen; Leipzig|Sachsen; Dresden|Sachsen; Bremen|Bremen;
      Hannover|Niedersachsen`),
    legalForms: ['GmbH', 'AG', 'GmbH & Co. KG', 'UG'],
  },
  {
    code: 'AT',
    language: 'de',
    weight: 12,
    cities: list('Wien|Wien; Graz|Steiermark; Linz|Oberösterreich; Salzburg|Salzburg'),
    legalForms: ['GmbH', 'AG'],
  },
  {
    code: 'CH',
    language: 'de',
    weight: 13,
    cities: list('Zürich|Zürich; Basel|Basel-Stadt; Bern|Bern; Zug|Zug; St. Gallen|St. Gallen'),
    legalForms: ['AG', 'GmbH'],
  },
  {
    code: 'FR',
    language: 'fr',
    weight: 85,
    cities: list(`Paris|Île-de-France; Lyon|Auvergne-Rhône-Alpes; Grenoble|Auvergne-Rhône-Alpes; Toulouse|Occitanie;
      Montpellier|Occitanie; Bordeaux|Nouvelle-Aquitaine; Nantes|Pays de la Loire; Lille|Hauts-de-France;
      Rennes|Bretagne; Strasbourg|Grand Est; Marseille|Provence-Alpes-Côte d’Azur`),
    legalForms: ['SAS', 'SARL', 'SA'],
  },
  {
    code: 'BE',
    language: 'fr',
    weight: 15,
    cities: list('Bruxelles|Bruxelles-Capitale; Liège|Wallonie; Namur|Wallonie'),
    legalForms: ['SRL', 'SA'],
  },
  {
    code: 'ES',
    language: 'es',
    weight: 60,
    cities: list(`Madrid|Madrid; Barcelona|Cataluña; Valencia|Comunidad Valenciana; Sevilla|Andalucía; Málaga|Andalucía;
      Bilbao|País Vasco; Zaragoza|Aragón`),
    legalForms: ['S.L.', 'S.A.'],
  },
  {
    code: 'MX',
    language: 'es',
    weight: 25,
    cities: list('Ciudad de México|CDMX; Guadalajara|Jalisco; Monterrey|Nuevo León; Querétaro|Querétaro'),
    legalForms: ['S.A. de C.V.', 'S. de R.L.'],
  },
  { code: 'CO', language: 'es', weight: 8, cities: list('Bogotá|Bogotá; Medellín|Antioquia'), legalForms: ['S.A.S.'] },
  {
    code: 'AR',
    language: 'es',
    weight: 7,
    cities: list('Buenos Aires|CABA; Córdoba|Córdoba'),
    legalForms: ['S.R.L.', 'S.A.'],
  },
  {
    code: 'IT',
    language: 'it',
    weight: 100,
    cities: list(`Milano|Lombardia; Bergamo|Lombardia; Torino|Piemonte; Bologna|Emilia-Romagna; Modena|Emilia-Romagna;
      Roma|Lazio; Firenze|Toscana; Padova|Veneto; Napoli|Campania`),
    legalForms: ['S.r.l.', 'S.p.A.'],
  },
  {
    code: 'NL',
    language: 'nl',
    weight: 100,
    cities: list(`Amsterdam|Noord-Holland; Rotterdam|Zuid-Holland; Den Haag|Zuid-Holland; Utrecht|Utrecht;
      Eindhoven|Noord-Brabant; Groningen|Groningen`),
    legalForms: ['B.V.', 'N.V.'],
  },
  {
    code: 'SE',
    language: 'sv',
    weight: 100,
    cities: list('Stockholm|Stockholm; Göteborg|Västra Götaland; Malmö|Skåne; Uppsala|Uppsala; Linköping|Östergötland'),
    legalForms: ['AB'],
  },
  {
    code: 'PL',
    language: 'pl',
    weight: 100,
    cities: list(
      'Warszawa|mazowieckie; Kraków|małopolskie; Wrocław|dolnośląskie; Gdańsk|pomorskie; Poznań|wielkopolskie; Łódź|łódzkie',
    ),
    legalForms: ['Sp. z o.o.', 'S.A.'],
  },
  {
    code: 'PT',
    language: 'pt',
    weight: 35,
    cities: list('Lisboa|Lisboa; Porto|Porto; Braga|Braga'),
    legalForms: ['Lda.', 'S.A.'],
  },
  {
    code: 'BR',
    language: 'pt',
    weight: 65,
    cities: list(`São Paulo|São Paulo; Campinas|São Paulo; Rio de Janeiro|Rio de Janeiro; Belo Horizonte|Minas Gerais;
      Florianópolis|Santa Catarina; Curitiba|Paraná`),
    legalForms: ['Ltda.', 'S.A.'],
  },
  {
    code: 'JP',
    language: 'ja',
    weight: 100,
    cities: list('Tokyo|Tokyo; Osaka|Osaka; Nagoya|Aichi; Fukuoka|Fukuoka; Kyoto|Kyoto; Sapporo|Hokkaido'),
    legalForms: ['K.K.', 'G.K.'],
  },
];
