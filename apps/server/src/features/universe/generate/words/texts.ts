import { lines } from './languages.ts';

interface TextsByLanguage {
  en: readonly string[];
  de: readonly string[];
  fr: readonly string[];
  es: readonly string[];
}

/** The languages of longer texts; companies with another language write in English. */
export const TEXT_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

/** First paragraphs of company descriptions. Placeholders: name, does, city, year, customers. */
export const DESCRIPTIONS: TextsByLanguage = {
  en: lines(`{name} {does}. Founded in {year} and based in {city}, it serves {customers}.
    {name} {does}. The company works from {city} with {customers}.
    From its base in {city}, {name} {does}. Its customers are {customers}.
    {name} {does}, for {customers}. It was started in {year}.`),
  de: lines(`{name} {does}. Das Unternehmen wurde {year} gegründet und hat seinen Sitz in {city}.
    {name} aus {city} {does} – für {customers}.`),
  fr: lines(`{name} {does}. Créée en {year}, l’entreprise est installée à {city} et travaille pour {customers}.
    Depuis {city}, {name} {does}.`),
  es: lines(`{name} {does}. Fundada en {year}, la empresa tiene su sede en {city} y trabaja para {customers}.
    Desde {city}, {name} {does}.`),
};

/** Customers of companies. */
export const CUSTOMERS: TextsByLanguage = {
  en: lines(`small and mid-sized businesses
    large enterprises in regulated industries
    manufacturers across Europe
    hospitals and public bodies
    retailers and consumer brands
    start-ups that grow fast
    families and independent shops
    engineering teams of every size
    customers in more than forty countries`),
  de: lines(`kleine und mittlere Unternehmen
    Industriekunden in ganz Europa
    öffentliche Auftraggeber
    Handwerk und Handel`),
  fr: lines(`les PME et les ETI
    les collectivités
    l’industrie européenne
    les commerces indépendants`),
  es: lines(`pymes y autónomos
    la industria europea
    administraciones públicas
    comercios independientes`),
};

/** Second paragraphs of descriptions. */
export const DETAILS: TextsByLanguage = {
  en: lines(`The team is remote-first and meets twice a year.
    It is certified to ISO 27001 and ISO 9001.
    It is owned by its founders and has never raised outside capital.
    More than half of its revenue comes from exports.
    A free trial is offered to new customers.
    Support is available in five languages, day and night.
    Its research team works with three universities.`),
  de: lines(`Das Team arbeitet überwiegend vor Ort.
    Das Unternehmen ist nach ISO 9001 zertifiziert.
    Es ist inhabergeführt und wächst aus eigener Kraft.`),
  fr: lines(`L’équipe travaille en télétravail trois jours par semaine.
    L’entreprise est certifiée ISO 9001.
    Elle réalise la moitié de ses ventes à l’export.`),
  es: lines(`El equipo trabaja en remoto tres días por semana.
    La empresa está certificada según ISO 9001.
    Más de la mitad de sus ventas son exportaciones.`),
};

/** Job posts. Placeholders: name, title, city, tech, tech2. */
export const JOB_TEXTS: TextsByLanguage = {
  en: lines(`{name} is growing in {city}. The open role: {title}. You will work with {tech} and {tech2} in a small team, own your results and talk to customers every week. We offer flexible hours, a training budget and thirty days of holiday.
    Join {name} as {title}. What you bring: three years in a similar role, clear writing and good knowledge of {tech}. Remote work is possible two days a week from {city}.
    In the role of {title} you plan, build and improve how {name} works. Experience with {tech2} helps. Health insurance, equity and a four-day week after the first year.
    {name} in {city} has an opening ({title}) for someone who likes order and speed alike. You use {tech} daily and you are fluent in English.`),
  de: lines(`{name} sucht in {city} Verstärkung als {title} (m/w/d). Sie arbeiten mit {tech} und {tech2}, tragen Verantwortung und sprechen mit Kunden. Wir bieten flexible Arbeitszeiten und dreißig Tage Urlaub.
    Als {title} (m/w/d) bei {name} gestalten Sie unsere Abläufe. Kenntnisse in {tech} sind von Vorteil. Homeoffice ist nach Absprache möglich.`),
  fr: lines(`{name} recrute un {title} à {city} (H/F). Vous travaillez avec {tech} et {tech2} dans une équipe à taille humaine. Télétravail deux jours par semaine.
    Rejoignez {name} comme {title} (H/F). Une première expérience de {tech} est appréciée.`),
  es: lines(`{name} busca {title} en {city}. Trabajarás con {tech} y {tech2} en un equipo pequeño. Ofrecemos horario flexible y formación.
    Únete a {name} como {title}. Se valora experiencia con {tech}.`),
};

/** Home pages. Placeholders: name, does, customers, offer, city, year. */
export const PAGE_TEXTS: TextsByLanguage = {
  en: lines(
    `{name}. Home Products Pricing About Careers. {name} {does}. {offer} Trusted by {customers}. Read how our customers save time. © {year} {name}, {city}. Privacy Imprint`,
  ),
  de: lines(
    `{name}. Start Leistungen Referenzen Karriere Kontakt. {name} {does}. {offer} Für {customers}. © {year} {name}, {city}. Impressum Datenschutz`,
  ),
  fr: lines(
    `{name}. Accueil Services Références Carrières Contact. {name} {does}. {offer} Pour {customers}. © {year} {name}, {city}. Mentions légales`,
  ),
  es: lines(
    `{name}. Inicio Servicios Clientes Empleo Contacto. {name} {does}. {offer} Para {customers}. © {year} {name}, {city}. Aviso legal`,
  ),
};

/** Calls to action on the home pages of software companies. */
export const SOFTWARE_OFFERS: TextsByLanguage = {
  en: lines(`Start your free trial today, no credit card needed.
    Book a demo with our team.
    AI-first automation for every team. Request a demo.
    SOC 2 Type II, GDPR and ISO 27001 compliant. Single sign-on included.
    Become a partner: join our partner program.`),
  de: lines(`Jetzt kostenlos testen.
    Demo vereinbaren. DSGVO-konform, Server in Deutschland.`),
  fr: lines(`Essai gratuit de 14 jours.
    Demandez une démo. Conforme au RGPD.`),
  es: lines(`Prueba gratuita de 14 días.
    Solicita una demo.`),
};

/** Calls to action on all other home pages. */
export const OTHER_OFFERS: TextsByLanguage = {
  en: lines(`Call us or visit our showroom.
    Ask for a quote: we answer within one working day.
    Open on weekdays from eight to six.
    Sustainable, local and fairly paid.`),
  de: lines(`Fordern Sie ein Angebot an.
    Termine nach Vereinbarung.`),
  fr: lines(`Demandez un devis.
    Sur rendez-vous.`),
  es: lines(`Pide presupuesto sin compromiso.
    Con cita previa.`),
};

/** Reviews by rating: `Title|text`. Placeholder: product. */
export const REVIEWS: Readonly<Record<'bad' | 'mixed' | 'good', readonly string[]>> = {
  bad: lines(`Not worth the price|{product} is expensive and support takes days to answer. Exports broke twice in one month.
    Too slow for our team|Pages in {product} take ten seconds to load, and single sign-on costs extra.
    We moved away|The migration to {product} never worked. Missing features, poor documentation and hidden fees.`),
  mixed: lines(`Good idea, rough edges|{product} does what we need, but reporting is limited and the mobile app crashes.
    Solid after a slow start|Onboarding took weeks. Since then {product} has been reliable. The API could be better documented.
    Fair value|Easy to use for simple cases. Permissions in {product} are too coarse for a larger team.`),
  good: lines(`Easy to use and quick to set up|We were live with {product} in one afternoon. Great support, clear pricing, and the integration with our CRM simply works.
    Best in its class|{product} replaced three tools for us. The audit log and the API are excellent.
    Customer support is outstanding|Every question was answered within the hour. {product} saves us a day a week.
    Our team loves it|Intuitive, fast and reliable. The dashboards in {product} are a joy and the free trial sold us.`),
};

/** Software features: `Feature|description`. */
export const FEATURES: readonly string[] = lines(`Single Sign-On|Sign in with SAML or OpenID Connect.
  Audit Log|Every change with who, when and what.
  Role-Based Access Control|Fine-grained permissions for teams and guests.
  REST API|Everything in the product can be automated.
  Webhooks|Tells other systems at once when something changes.
  Workflow Automation|Rules that act on events without code.
  Custom Dashboards|Charts that each team arranges for itself.
  Reporting & Analytics|Reports with scheduled delivery by e-mail.
  Mobile App|For iOS and Android, also offline.
  CRM Integration|Two-way sync with Salesforce and HubSpot.
  Data Export|CSV, Parquet and scheduled exports.
  Two-Factor Authentication|One-time codes and security keys.
  AI Assistant|Drafts texts and answers questions about your data.
  E-Signature|Legally binding signatures inside the product.
  Multi-Currency|Prices and invoices in any currency.
  Bulk Import|Thousands of records from a spreadsheet in one go.
  Approval Workflows|Four-eyes checks for sensitive steps.
  Real-Time Collaboration|Several people edit at the same time.
  White Labelling|Your logo, your colours, your domain.
  Sandbox Environment|Try changes before they go live.`);

/** Second words of product names. */
export const PRODUCT_WORDS: readonly string[] = [
  'Suite',
  'One',
  'Cloud',
  'Flow',
  'Hub',
  'Desk',
  'Insights',
  'Go',
  'Pro',
  'Studio',
];

/** Fictitious investors. */
export const INVESTORS: readonly string[] = lines(`Lighthouse Row Ventures
  Blackthorn Seed
  Meridian Oak Capital
  Nordkap Partners
  First Orchard
  Sable Creek Growth
  Helvetia Bridge Capital
  Copperline Angels
  Twelve Pines Fund
  Sunstone Equity
  Rue Verte Capital
  Kestrel & Sons`);
