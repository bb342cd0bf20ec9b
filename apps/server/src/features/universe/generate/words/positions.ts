import type { Department, Seniority } from '../../blocks/config-fields.ts';

/** A position at a company. Titles of the same work in several languages. */
export interface Position {
  department: Department;
  seniority: Seniority;
  /** In English, and for the languages where companies write it their own way. */
  titles: { en: readonly string[]; de?: string; fr?: string; es?: string; it?: string; nl?: string };
  /** The smallest company, in employees, that has the position. */
  from: number;
  /** How often it is among a company's people and job posts. */
  weight: number;
}

const list = (text: string): string[] => text.split('; ');

/** The positions at invented companies. */
export const POSITIONS: readonly Position[] = [
  {
    department: 'Operations',
    seniority: 'founder',
    from: 1,
    weight: 5,
    titles: { en: list('Founder; Co-Founder & CEO; Founder & CEO; Co-Founder'), de: 'Gründer', fr: 'Fondateur', es: 'Fundador', it: 'Fondatore', nl: 'Oprichter' },
  },
  { department: 'Operations', seniority: 'owner', from: 1, weight: 1, titles: { en: ['Owner'], de: 'Inhaber', fr: 'Gérant', es: 'Propietario', it: 'Titolare', nl: 'Eigenaar' } },
  {
    department: 'Operations',
    seniority: 'cSuite',
    from: 10,
    weight: 4,
    titles: { en: list('CEO; Chief Executive Officer; Managing Director; COO; Chief Operating Officer'), de: 'Geschäftsführer', fr: 'Directeur général', es: 'Director General', it: 'Amministratore delegato', nl: 'Algemeen directeur' },
  },
  { department: 'Finance', seniority: 'cSuite', from: 30, weight: 2, titles: { en: list('CFO; Chief Financial Officer'), de: 'Kaufmännischer Geschäftsführer', fr: 'Directeur financier', es: 'Director Financiero' } },
  { department: 'Developers', seniority: 'cSuite', from: 8, weight: 3, titles: { en: list('CTO; Chief Technology Officer; Chief Information Security Officer') } },
  { department: 'Marketing', seniority: 'cSuite', from: 80, weight: 1, titles: { en: list('CMO; Chief Marketing Officer') } },
  { department: 'Human Resources', seniority: 'cSuite', from: 200, weight: 1, titles: { en: list('Chief People Officer; CHRO') } },
  { department: 'Sales', seniority: 'cSuite', from: 100, weight: 1, titles: { en: list('Chief Revenue Officer; CRO; Chief Commercial Officer') } },
  { department: 'Sales', seniority: 'vp', from: 60, weight: 2, titles: { en: list('VP Sales; VP of Sales, EMEA; Vice President of Sales; SVP Sales') } },
  { department: 'Developers', seniority: 'vp', from: 60, weight: 2, titles: { en: list('VP Engineering; VP of Product; Vice President, Engineering') } },
  { department: 'Marketing', seniority: 'vp', from: 90, weight: 1, titles: { en: list('VP Marketing; VP of Growth') } },
  { department: 'Operations', seniority: 'vp', from: 150, weight: 1, titles: { en: list('VP Operations; Vice President of Supply Chain') } },
  { department: 'Finance', seniority: 'vp', from: 200, weight: 1, titles: { en: list('VP Finance') } },
  { department: 'Sales', seniority: 'director', from: 50, weight: 2, titles: { en: list('Sales Director; Director of Business Development; Regional Sales Director'), de: 'Vertriebsdirektor', fr: 'Directeur commercial', es: 'Director Comercial', it: 'Direttore commerciale', nl: 'Commercieel directeur' } },
  { department: 'Marketing', seniority: 'director', from: 80, weight: 1, titles: { en: list('Marketing Director; Director of Demand Generation'), fr: 'Directeur marketing', es: 'Director de Marketing' } },
  { department: 'Human Resources', seniority: 'director', from: 120, weight: 1, titles: { en: list('HR Director; Director of Talent'), de: 'Personaldirektor', fr: 'Directeur des ressources humaines' } },
  { department: 'Operations', seniority: 'director', from: 80, weight: 2, titles: { en: list('Operations Director; Director of Supply Chain; Plant Director'), de: 'Werksleiter', fr: 'Directeur des opérations' } },
  { department: 'Developers', seniority: 'director', from: 80, weight: 2, titles: { en: list('Director of Engineering; Director, Data Platform') } },
  { department: 'Sales', seniority: 'head', from: 20, weight: 3, titles: { en: list('Head of Sales; Head of Global Sales; Head of Partnerships'), de: 'Leiter Vertrieb', fr: 'Responsable des ventes', es: 'Jefe de Ventas', it: 'Responsabile vendite', nl: 'Hoofd verkoop' } },
  { department: 'Marketing', seniority: 'head', from: 20, weight: 2, titles: { en: list('Head of Marketing; Head of Growth; Head of Brand'), de: 'Leiter Marketing', fr: 'Responsable marketing', es: 'Jefe de Marketing' } },
  { department: 'Human Resources', seniority: 'head', from: 30, weight: 2, titles: { en: list('Head of People; Head of HR; Head of Talent Acquisition'), de: 'Leiter Personal', fr: 'Responsable RH' } },
  { department: 'Developers', seniority: 'head', from: 15, weight: 3, titles: { en: list('Head of Engineering; Head of Product; Head of Data; Head of R&D'), de: 'Leiter Entwicklung' } },
  { department: 'Finance', seniority: 'head', from: 30, weight: 2, titles: { en: list('Head of Finance; Financial Controller'), de: 'Leiter Finanzen', fr: 'Responsable financier' } },
  { department: 'Success', seniority: 'head', from: 30, weight: 1, titles: { en: list('Head of Customer Success; Head of Onboarding') } },
  { department: 'Customer Service', seniority: 'head', from: 40, weight: 1, titles: { en: list('Head of Customer Support'), de: 'Leiter Kundenservice' } },
  { department: 'Sales', seniority: 'manager', from: 10, weight: 6, titles: { en: list('Sales Manager; Key Account Manager; Partner Manager; Area Sales Manager'), de: 'Vertriebsleiter', fr: 'Chef des ventes', es: 'Gerente de Ventas', it: 'Responsabile clienti', nl: 'Accountmanager' } },
  { department: 'Marketing', seniority: 'manager', from: 8, weight: 5, titles: { en: list('Marketing Manager; Content Marketing Manager; Performance Marketing Manager; Product Marketing Manager'), de: 'Marketingmanager', fr: 'Chargé de marketing', es: 'Gerente de Marketing' } },
  { department: 'Operations', seniority: 'manager', from: 15, weight: 6, titles: { en: list('Operations Manager; Warehouse Manager; Project Manager; Office Manager; Production Manager'), de: 'Betriebsleiter', fr: 'Chef de projet', es: 'Jefe de Proyecto', it: 'Capo progetto', nl: 'Projectleider' } },
  { department: 'Developers', seniority: 'manager', from: 25, weight: 4, titles: { en: list('Engineering Manager; Product Manager; Senior Product Manager; DevOps Manager') } },
  { department: 'Human Resources', seniority: 'manager', from: 25, weight: 3, titles: { en: list('HR Manager; People Operations Manager; Talent Acquisition Manager'), de: 'Personalleiter', fr: 'Chargé de ressources humaines' } },
  { department: 'Finance', seniority: 'manager', from: 25, weight: 3, titles: { en: list('Finance Manager; Accounting Manager; Payroll Manager'), de: 'Leiter Buchhaltung' } },
  { department: 'Success', seniority: 'manager', from: 15, weight: 4, titles: { en: list('Customer Success Manager; Senior Customer Success Manager; Implementation Manager') } },
  { department: 'Customer Service', seniority: 'manager', from: 30, weight: 2, titles: { en: list('Customer Support Manager; Service Desk Manager'), de: 'Teamleiter Kundendienst' } },
  { department: 'Developers', seniority: 'lead', from: 12, weight: 4, titles: { en: list('Lead Engineer; Tech Lead; Lead Data Engineer; Lead Designer') } },
  { department: 'Sales', seniority: 'lead', from: 30, weight: 2, titles: { en: list('Sales Team Lead; SDR Team Lead') } },
  { department: 'Customer Service', seniority: 'lead', from: 40, weight: 2, titles: { en: list('Support Team Lead') } },
  { department: 'Operations', seniority: 'assistant', from: 20, weight: 3, titles: { en: list('Executive Assistant; Operations Assistant; Administrative Assistant'), de: 'Assistenz der Geschäftsführung', fr: 'Assistant de direction' } },
  { department: 'Human Resources', seniority: 'assistant', from: 60, weight: 1, titles: { en: list('HR Assistant; Recruiting Assistant') } },
  { department: 'Finance', seniority: 'assistant', from: 40, weight: 2, titles: { en: list('Accounts Assistant; Payroll Assistant') } },
  { department: 'Developers', seniority: 'individualContributor', from: 4, weight: 16, titles: { en: list('Software Engineer; Senior Software Engineer; Front-end Developer; Backend Developer; Full Stack Engineer; Data Engineer; Data Scientist; DevOps Engineer; Senior .NET Developer; C++ Developer; QA Engineer; Product Designer; Machine Learning Engineer; Site Reliability Engineer'), de: 'Softwareentwickler', fr: 'Développeur', es: 'Desarrollador', it: 'Sviluppatore', nl: 'Softwareontwikkelaar' } },
  { department: 'Sales', seniority: 'individualContributor', from: 5, weight: 10, titles: { en: list('Account Executive; Senior Account Executive; Sales Development Representative; Business Development Representative; Presales Engineer; Inside Sales Representative'), de: 'Vertriebsmitarbeiter', fr: 'Commercial', es: 'Ejecutivo de Ventas', it: 'Addetto vendite', nl: 'Verkoper' } },
  { department: 'Marketing', seniority: 'individualContributor', from: 5, weight: 6, titles: { en: list('Content Writer; SEO Specialist; Marketing Specialist; Social Media Specialist; Graphic Designer; Salesforce Administrator') } },
  { department: 'Operations', seniority: 'individualContributor', from: 6, weight: 12, titles: { en: list('Warehouse Operative; Production Technician; Logistics Coordinator; Operations Analyst; Machine Operator; Site Engineer; Quality Inspector; Sales Ops Analyst'), de: 'Produktionsmitarbeiter', fr: 'Technicien de production', es: 'Técnico de Producción', it: 'Operaio specializzato', nl: 'Productiemedewerker' } },
  { department: 'Finance', seniority: 'individualContributor', from: 10, weight: 5, titles: { en: list('Accountant; Financial Analyst; Bookkeeper; Payroll Specialist'), de: 'Buchhalter', fr: 'Comptable', es: 'Contable' } },
  { department: 'Human Resources', seniority: 'individualContributor', from: 20, weight: 4, titles: { en: list('Recruiter; Talent Acquisition Specialist; HR Business Partner'), de: 'Personalreferent', fr: 'Chargé de recrutement' } },
  { department: 'Success', seniority: 'individualContributor', from: 20, weight: 3, titles: { en: list('Onboarding Specialist; Solutions Consultant; Customer Success Associate') } },
  { department: 'Customer Service', seniority: 'individualContributor', from: 10, weight: 7, titles: { en: list('Customer Support Specialist; Support Engineer; Customer Service Representative; Service Technician'), de: 'Kundenberater', fr: 'Conseiller clientèle', es: 'Agente de Atención al Cliente', it: 'Addetto assistenza clienti', nl: 'Klantenservice medewerker' } },
];
