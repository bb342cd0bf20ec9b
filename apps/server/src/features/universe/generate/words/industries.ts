import { lines } from './languages.ts';

/** Texts are by language; missing languages use English. */
export interface Industry {
  label: string;
  subindustries: readonly string[];
  /** Last words of company names. */
  tails: readonly string[];
  /** log10 of the median number of employees. */
  size: number;
  /** The share of companies that sell software. */
  software: number;
  /** Continues a sentence that begins with the company's name. */
  does: { en: readonly string[]; de: readonly string[]; fr: readonly string[]; es: readonly string[] };
}

export const INDUSTRIES: readonly Industry[] = [
  {
    label: 'Software',
    subindustries: ['Developer Tools', 'Business Applications', 'Data and Analytics', 'Collaboration'],
    tails: [
      'Software',
      'Labs',
      'Systems',
      'Analytics',
      'Cloud',
      'Apps',
      'Stack',
      'Data',
      'Platform',
      'Tools',
      'Code',
      'Logic',
    ],
    size: 1.6,
    software: 1,
    does: {
      en: lines(`builds software that helps teams plan, ship and measure their work
        runs a data platform that turns scattered spreadsheets into one trusted source
        offers an API-first platform for building internal tools
        makes workflow automation for operations teams`),
      de: lines(`entwickelt Software, mit der Teams ihre Arbeit planen, umsetzen und messen
        betreibt eine Datenplattform für den Mittelstand`),
      fr: lines(`édite un logiciel qui aide les équipes à planifier et à suivre leurs projets
        propose une plateforme de données pour les entreprises`),
      es: lines(`desarrolla software que ayuda a los equipos a planificar y medir su trabajo
        ofrece una plataforma de datos para empresas`),
    },
  },
  {
    label: 'Financial Technology',
    subindustries: ['Payments', 'Lending', 'Accounting Software', 'Insurance Technology'],
    tails: ['Pay', 'Ledger', 'Finance', 'Capital Tech', 'Credit', 'Wallet', 'Treasury', 'Billing'],
    size: 1.7,
    software: 0.9,
    does: {
      en: lines(`lets merchants accept payments online and in store
        automates invoicing, reconciliation and cash-flow planning
        gives lenders one place to score, fund and service loans`),
      de: lines(`automatisiert Rechnungen, Zahlungsabgleich und Liquiditätsplanung
        bietet Händlern Zahlungen online und im Laden`),
      fr: lines(`automatise la facturation et le rapprochement bancaire
        permet aux commerçants d’encaisser en ligne et en boutique`),
      es: lines(`automatiza la facturación y la conciliación bancaria
        permite a los comercios cobrar en línea y en tienda`),
    },
  },
  {
    label: 'Healthcare',
    subindustries: ['Medical Devices', 'Digital Health', 'Clinics', 'Diagnostics'],
    tails: ['Health', 'Medical', 'Care', 'Diagnostics', 'Therapeutics', 'Clinic', 'Bio', 'Pharma'],
    size: 2.0,
    software: 0.3,
    does: {
      en: lines(`develops diagnostic devices for hospitals and laboratories
        connects patients with specialists by video
        runs a group of outpatient clinics`),
      de: lines(`entwickelt Diagnosegeräte für Krankenhäuser und Labore
        betreibt eine Gruppe ambulanter Kliniken`),
      fr: lines(`conçoit des dispositifs de diagnostic pour les hôpitaux
        met en relation patients et spécialistes par vidéo`),
      es: lines(`desarrolla equipos de diagnóstico para hospitales
        gestiona una red de clínicas ambulatorias`),
    },
  },
  {
    label: 'Manufacturing',
    subindustries: ['Machinery', 'Metal Products', 'Packaging', 'Electronics'],
    tails: [
      'Machinery',
      'Industries',
      'Components',
      'Metals',
      'Packaging',
      'Engineering',
      'Automation',
      'Robotics',
      'Tooling',
      'Plastics',
    ],
    size: 2.2,
    software: 0.08,
    does: {
      en: lines(`makes precision parts for the automotive and aerospace industries
        builds packaging machines for food producers
        designs and installs robotic assembly lines`),
      de: lines(`fertigt Präzisionsteile für Automobil- und Luftfahrtindustrie
        baut Verpackungsmaschinen für Lebensmittelhersteller`),
      fr: lines(`fabrique des pièces de précision pour l’automobile et l’aéronautique
        construit des machines d’emballage`),
      es: lines(`fabrica piezas de precisión para la automoción
        construye maquinaria de envasado para la industria alimentaria`),
    },
  },
  {
    label: 'Logistics',
    subindustries: ['Freight', 'Warehousing', 'Last-Mile Delivery', 'Fleet Management'],
    tails: ['Logistics', 'Freight', 'Transport', 'Shipping', 'Fleet', 'Cargo', 'Supply'],
    size: 2.1,
    software: 0.2,
    does: {
      en: lines(`moves freight by road, rail and sea for manufacturers and retailers
        operates temperature-controlled warehouses
        plans delivery routes so that vans drive fewer empty kilometres`),
      de: lines(`transportiert Güter auf Straße, Schiene und See
        betreibt temperaturgeführte Lager`),
      fr: lines(`transporte des marchandises par route, rail et mer
        exploite des entrepôts à température contrôlée`),
      es: lines(`transporta mercancías por carretera, tren y mar
        opera almacenes de temperatura controlada`),
    },
  },
  {
    label: 'Retail and E-commerce',
    subindustries: ['Online Retail', 'Fashion', 'Home and Garden', 'Groceries'],
    tails: ['Market', 'Goods', 'Store', 'Outfitters', 'Home', 'Fashion', 'Trading', 'Supply Co'],
    size: 1.7,
    software: 0.1,
    does: {
      en: lines(`sells furniture and homeware online and in its own stores
        delivers groceries from local producers within a day
        designs outdoor clothing that is made to be repaired`),
      de: lines(`verkauft Möbel und Wohnaccessoires online und in eigenen Läden
        liefert Lebensmittel regionaler Erzeuger am selben Tag`),
      fr: lines(`vend du mobilier et de la décoration en ligne et en boutique
        livre les produits de producteurs locaux`),
      es: lines(`vende muebles y decoración en línea y en tiendas propias
        reparte productos de proximidad en el día`),
    },
  },
  {
    label: 'Energy',
    subindustries: ['Solar', 'Wind', 'Storage', 'Grid Services'],
    tails: ['Energy', 'Solar', 'Power', 'Renewables', 'Grid', 'Battery'],
    size: 1.9,
    software: 0.12,
    does: {
      en: lines(`plans, builds and runs solar parks
        makes battery storage for homes and small businesses
        helps grid operators balance supply and demand`),
      de: lines(`plant, baut und betreibt Solarparks
        fertigt Batteriespeicher für Haushalte und Gewerbe`),
      fr: lines(`conçoit, construit et exploite des parcs solaires
        fabrique des batteries pour l’habitat`),
      es: lines(`proyecta, construye y opera parques solares
        fabrica baterías para hogares y pymes`),
    },
  },
  {
    label: 'Construction and Real Estate',
    subindustries: ['Contractors', 'Property Management', 'Building Materials', 'Architecture'],
    tails: ['Construction', 'Properties', 'Builders', 'Estates', 'Architects', 'Contracting', 'Materials'],
    size: 1.9,
    software: 0.07,
    does: {
      en: lines(`builds schools, offices and apartment houses
        manages rental homes for private owners
        supplies timber and insulation to builders`),
      de: lines(`baut Schulen, Büros und Wohnhäuser
        verwaltet Mietwohnungen für private Eigentümer`),
      fr: lines(`construit des écoles, des bureaux et des logements
        gère des biens locatifs pour des particuliers`),
      es: lines(`construye escuelas, oficinas y viviendas
        administra viviendas de alquiler`),
    },
  },
  {
    label: 'Professional Services',
    subindustries: ['Consulting', 'Legal', 'Accounting', 'Staffing'],
    tails: ['Consulting', 'Partners', 'Advisory', 'Associates', 'Legal', 'Staffing', 'Group', 'Advisors'],
    size: 1.4,
    software: 0.04,
    does: {
      en: lines(`advises mid-sized companies on strategy and organisation
        finds engineers and managers for growing companies
        keeps the books of more than a thousand small businesses`),
      de: lines(`berät mittelständische Unternehmen zu Strategie und Organisation
        vermittelt Ingenieure und Führungskräfte`),
      fr: lines(`conseille les ETI en stratégie et en organisation
        recrute des ingénieurs et des cadres`),
      es: lines(`asesora a empresas medianas en estrategia y organización
        selecciona ingenieros y directivos`),
    },
  },
  {
    label: 'Marketing and Media',
    subindustries: ['Advertising Agencies', 'Publishing', 'Marketing Software', 'Events'],
    tails: ['Media', 'Studio', 'Creative', 'Agency', 'Digital', 'Press', 'Events', 'Brand'],
    size: 1.3,
    software: 0.3,
    does: {
      en: lines(`plans and runs campaigns for consumer brands
        publishes trade magazines and podcasts
        makes software that shows which campaigns bring customers`),
      de: lines(`plant und steuert Kampagnen für Konsumgütermarken
        verlegt Fachzeitschriften und Podcasts`),
      fr: lines(`conçoit et pilote des campagnes pour des marques
        édite des magazines professionnels`),
      es: lines(`planifica campañas para marcas de consumo
        publica revistas especializadas y pódcast`),
    },
  },
  {
    label: 'Education',
    subindustries: ['Online Learning', 'Training', 'Schools', 'Education Software'],
    tails: ['Learning', 'Academy', 'Education', 'Training', 'School', 'Tutors'],
    size: 1.5,
    software: 0.4,
    does: {
      en: lines(`teaches languages in small groups online
        trains nurses and technicians on the job
        gives schools one place for timetables, marks and messages`),
      de: lines(`unterrichtet Sprachen online in kleinen Gruppen
        bildet Pflegekräfte und Techniker im Beruf weiter`),
      fr: lines(`enseigne les langues en ligne en petits groupes
        forme des soignants et des techniciens`),
      es: lines(`enseña idiomas en línea en grupos pequeños
        forma a personal sanitario y técnico`),
    },
  },
  {
    label: 'Cybersecurity',
    subindustries: ['Identity', 'Network Security', 'Compliance', 'Managed Security'],
    tails: ['Security', 'Shield', 'Defense', 'Trust', 'Identity', 'Sentinel'],
    size: 1.7,
    software: 0.95,
    does: {
      en: lines(`watches networks and stops attacks before they spread
        gives companies single sign-on and access reviews
        automates the evidence for ISO 27001 and SOC 2 audits`),
      de: lines(`überwacht Netze und stoppt Angriffe, bevor sie sich ausbreiten
        automatisiert Nachweise für ISO-27001-Audits`),
      fr: lines(`surveille les réseaux et arrête les attaques
        automatise les preuves d’audit ISO 27001`),
      es: lines(`vigila redes y detiene ataques
        automatiza las evidencias de auditoría ISO 27001`),
    },
  },
  {
    label: 'Food and Agriculture',
    subindustries: ['Food Production', 'Beverages', 'Farming', 'Agricultural Technology'],
    tails: ['Foods', 'Farms', 'Kitchen', 'Brewing', 'Bakery', 'Harvest', 'Agro'],
    size: 1.9,
    software: 0.05,
    does: {
      en: lines(`makes plant-based foods for shops and canteens
        grows herbs and salads in vertical farms
        brews beer and soft drinks with local ingredients`),
      de: lines(`stellt pflanzliche Lebensmittel für Handel und Kantinen her
        braut Bier und Limonaden aus regionalen Zutaten`),
      fr: lines(`produit des aliments végétaux pour la distribution
        cultive des herbes en fermes verticales`),
      es: lines(`elabora alimentos vegetales para tiendas y comedores
        cultiva hierbas en granjas verticales`),
    },
  },
  {
    label: 'Travel and Hospitality',
    subindustries: ['Hotels', 'Travel Agencies', 'Restaurants', 'Booking Software'],
    tails: ['Travel', 'Hotels', 'Hospitality', 'Journeys', 'Resorts', 'Tours'],
    size: 1.8,
    software: 0.12,
    does: {
      en: lines(`runs small hotels in historic town centres
        plans walking and cycling holidays
        helps restaurants fill their tables with online booking`),
      de: lines(`betreibt kleine Hotels in historischen Altstädten
        plant Wander- und Radreisen`),
      fr: lines(`exploite de petits hôtels en centre-ville
        organise des séjours à pied et à vélo`),
      es: lines(`gestiona pequeños hoteles en cascos históricos
        organiza viajes a pie y en bicicleta`),
    },
  },
];
