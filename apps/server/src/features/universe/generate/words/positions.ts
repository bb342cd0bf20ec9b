import { DEPARTMENTS, type Department, SENIORITIES, type Seniority } from '@quarry/contracts';
import { LANGUAGES, type Language, lines } from './languages.ts';

export interface Position {
  department: Department;
  seniority: Seniority;
  /** The size of the smallest companies that have the position. */
  minEmployees: number;
  /** Relative frequency among people and job posts. */
  weight: number;
  /** Titles in English. */
  english: readonly string[];
  /** Titles in languages that do not use the English one. */
  local: Partial<Record<Language, string>>;
}

/** Department, seniority, minimum employees, weight, English titles, titles in other languages. */
const TABLE = `
  Operations | founder | 1 | 5 | Founder; Co-Founder & CEO; Founder & CEO; Co-Founder | de: Gründer; fr: Fondateur; es: Fundador; it: Fondatore; nl: Oprichter
  Operations | owner | 1 | 1 | Owner | de: Inhaber; fr: Gérant; es: Propietario; it: Titolare; nl: Eigenaar
  Operations | cSuite | 10 | 4 | CEO; Chief Executive Officer; Managing Director; COO; Chief Operating Officer | de: Geschäftsführer; fr: Directeur général; es: Director General; it: Amministratore delegato; nl: Algemeen directeur
  Finance | cSuite | 30 | 2 | CFO; Chief Financial Officer | de: Kaufmännischer Geschäftsführer; fr: Directeur financier; es: Director Financiero
  Developers | cSuite | 8 | 3 | CTO; Chief Technology Officer; Chief Information Security Officer
  Marketing | cSuite | 80 | 1 | CMO; Chief Marketing Officer
  Human Resources | cSuite | 200 | 1 | Chief People Officer; CHRO
  Sales | cSuite | 100 | 1 | Chief Revenue Officer; CRO; Chief Commercial Officer
  Sales | vp | 60 | 2 | VP Sales; VP of Sales, EMEA; Vice President of Sales; SVP Sales
  Developers | vp | 60 | 2 | VP Engineering; VP of Product; Vice President, Engineering
  Marketing | vp | 90 | 1 | VP Marketing; VP of Growth
  Operations | vp | 150 | 1 | VP Operations; Vice President of Supply Chain
  Finance | vp | 200 | 1 | VP Finance
  Sales | director | 50 | 2 | Sales Director; Director of Business Development; Regional Sales Director | de: Vertriebsdirektor; fr: Directeur commercial; es: Director Comercial; it: Direttore commerciale; nl: Commercieel directeur
  Marketing | director | 80 | 1 | Marketing Director; Director of Demand Generation | fr: Directeur marketing; es: Director de Marketing
  Human Resources | director | 120 | 1 | HR Director; Director of Talent | de: Personaldirektor; fr: Directeur des ressources humaines
  Operations | director | 80 | 2 | Operations Director; Director of Supply Chain; Plant Director | de: Werksleiter; fr: Directeur des opérations
  Developers | director | 80 | 2 | Director of Engineering; Director, Data Platform
  Sales | head | 20 | 3 | Head of Sales; Head of Global Sales; Head of Partnerships | de: Leiter Vertrieb; fr: Responsable des ventes; es: Jefe de Ventas; it: Responsabile vendite; nl: Hoofd verkoop
  Marketing | head | 20 | 2 | Head of Marketing; Head of Growth; Head of Brand | de: Leiter Marketing; fr: Responsable marketing; es: Jefe de Marketing
  Human Resources | head | 30 | 2 | Head of People; Head of HR; Head of Talent Acquisition | de: Leiter Personal; fr: Responsable RH
  Developers | head | 15 | 3 | Head of Engineering; Head of Product; Head of Data; Head of R&D | de: Leiter Entwicklung
  Finance | head | 30 | 2 | Head of Finance; Financial Controller | de: Leiter Finanzen; fr: Responsable financier
  Success | head | 30 | 1 | Head of Customer Success; Head of Onboarding
  Customer Service | head | 40 | 1 | Head of Customer Support | de: Leiter Kundenservice
  Sales | manager | 10 | 6 | Sales Manager; Key Account Manager; Partner Manager; Area Sales Manager | de: Vertriebsleiter; fr: Chef des ventes; es: Gerente de Ventas; it: Responsabile clienti; nl: Accountmanager
  Marketing | manager | 8 | 5 | Marketing Manager; Content Marketing Manager; Performance Marketing Manager; Product Marketing Manager | de: Marketingmanager; fr: Chargé de marketing; es: Gerente de Marketing
  Operations | manager | 15 | 6 | Operations Manager; Warehouse Manager; Project Manager; Office Manager; Production Manager | de: Betriebsleiter; fr: Chef de projet; es: Jefe de Proyecto; it: Capo progetto; nl: Projectleider
  Developers | manager | 25 | 4 | Engineering Manager; Product Manager; Senior Product Manager; DevOps Manager
  Human Resources | manager | 25 | 3 | HR Manager; People Operations Manager; Talent Acquisition Manager | de: Personalleiter; fr: Chargé de ressources humaines
  Finance | manager | 25 | 3 | Finance Manager; Accounting Manager; Payroll Manager | de: Leiter Buchhaltung
  Success | manager | 15 | 4 | Customer Success Manager; Senior Customer Success Manager; Implementation Manager
  Customer Service | manager | 30 | 2 | Customer Support Manager; Service Desk Manager | de: Teamleiter Kundendienst
  Developers | lead | 12 | 4 | Lead Engineer; Tech Lead; Lead Data Engineer; Lead Designer
  Sales | lead | 30 | 2 | Sales Team Lead; SDR Team Lead
  Customer Service | lead | 40 | 2 | Support Team Lead
  Operations | assistant | 20 | 3 | Executive Assistant; Operations Assistant; Administrative Assistant | de: Assistenz der Geschäftsführung; fr: Assistant de direction
  Human Resources | assistant | 60 | 1 | HR Assistant; Recruiting Assistant
  Finance | assistant | 40 | 2 | Accounts Assistant; Payroll Assistant
  Developers | individualContributor | 4 | 16 | Software Engineer; Senior Software Engineer; Front-end Developer; Backend Developer; Full Stack Engineer; Data Engineer; Data Scientist; DevOps Engineer; Senior .NET Developer; C++ Developer; QA Engineer; Product Designer; Machine Learning Engineer; Site Reliability Engineer | de: Softwareentwickler; fr: Développeur; es: Desarrollador; it: Sviluppatore; nl: Softwareontwikkelaar
  Sales | individualContributor | 5 | 10 | Account Executive; Senior Account Executive; Sales Development Representative; Business Development Representative; Presales Engineer; Inside Sales Representative | de: Vertriebsmitarbeiter; fr: Commercial; es: Ejecutivo de Ventas; it: Addetto vendite; nl: Verkoper
  Marketing | individualContributor | 5 | 6 | Content Writer; SEO Specialist; Marketing Specialist; Social Media Specialist; Graphic Designer; Salesforce Administrator
  Operations | individualContributor | 6 | 12 | Warehouse Operative; Production Technician; Logistics Coordinator; Operations Analyst; Machine Operator; Site Engineer; Quality Inspector; Sales Ops Analyst | de: Produktionsmitarbeiter; fr: Technicien de production; es: Técnico de Producción; it: Operaio specializzato; nl: Productiemedewerker
  Finance | individualContributor | 10 | 5 | Accountant; Financial Analyst; Bookkeeper; Payroll Specialist | de: Buchhalter; fr: Comptable; es: Contable
  Human Resources | individualContributor | 20 | 4 | Recruiter; Talent Acquisition Specialist; HR Business Partner | de: Personalreferent; fr: Chargé de recrutement
  Success | individualContributor | 20 | 3 | Onboarding Specialist; Solutions Consultant; Customer Success Associate
  Customer Service | individualContributor | 10 | 7 | Customer Support Specialist; Support Engineer; Customer Service Representative; Service Technician | de: Kundenberater; fr: Conseiller clientèle; es: Agente de Atención al Cliente; it: Addetto assistenza clienti; nl: Klantenservice medewerker
`;

export const POSITIONS: readonly Position[] = lines(TABLE).map((line) => {
  const [department = '', seniority = '', minEmployees = '', weight = '', english = '', local = ''] = line.split(' | ');
  return {
    department: oneOf(DEPARTMENTS, department),
    seniority: oneOf(SENIORITIES, seniority),
    minEmployees: Number(minEmployees),
    weight: Number(weight),
    english: english.split('; '),
    local: Object.fromEntries(
      local
        .split('; ')
        .filter((title) => title !== '')
        .map((title) => [oneOf(LANGUAGES, title.slice(0, 2)), title.slice(4)]),
    ),
  };
});

function oneOf<T extends string>(allowed: readonly T[], word: string): T {
  const found = allowed.find((candidate) => candidate === word);
  if (found === undefined) throw new TypeError(`Not a known word: ${word}`);
  return found;
}
