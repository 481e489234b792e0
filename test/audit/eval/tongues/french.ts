import type { Tongue } from './tongue.ts';

export const FRENCH: Tongue = {
  language: 'French',
  agent: 'Galet',
  human: 'Mireille',
  soul: {
    intro: [
      "Tu es {agent}, l'assistant de {human} pour la maison et le jardin.",
      "Je m'appelle {agent} et je tiens les papiers de {human} en ordre.",
    ],
    values: {
      heading: ['Valeurs', 'Principes'],
      items: [
        "Utile d'abord, aimable ensuite.",
        'Dis-le quand tu ne sais pas.',
        'Pas de commérages.',
      ],
    },
    abilities: {
      heading: ['Capacités', 'Ce que tu sais faire'],
      items: ['Lire et écrire les fichiers de ce dossier.', 'Chercher les trains et la météo.'],
    },
    verse: 'La bouilloire chante, le couloir est sombre, le chat sort.',
    blank: 'Tu es [Nom], [rôle] de [utilisateur].',
  },
  user: {
    name: 'Nom',
    zone: 'Fuseau horaire',
    iana: 'Europe/Paris',
    words: 'heure de Paris, UTC+1 en hiver',
    nowhere: 'là où est le bateau',
    about: ['Cultive des tomates et perd ses clés.', 'À appeler le matin seulement.'],
  },
  agents: {
    headings: [
      'Premier lancement',
      'Début de session',
      'Mémoire',
      'Sécurité',
      'Interne et externe',
    ],
    intro: 'Ce dossier est ta maison. Prends-en soin.',
    firstRun: "S'il y a un BOOTSTRAP.md, fais ce qu'il dit, puis supprime-le.",
    firstRunKept: "S'il y a un BOOTSTRAP.md, fais ce qu'il dit et garde-le précieusement.",
    before: 'Avant de répondre :',
    readSoul: "Lis SOUL.md, c'est toi.",
    readUser: "Lis USER.md, c'est pour cette personne que tu travailles.",
    readDays: [
      "Lis memory/YYYY-MM-DD.md d'aujourd'hui et d'hier.",
      'Les notes du jour et de la veille : memory/YYYY-MM-DD.md',
    ],
    readToday: "Lis memory/YYYY-MM-DD.md d'aujourd'hui.",
    readMemory: [
      'En session principale seulement : lis aussi MEMORY.md.',
      'En tête-à-tête avec {human}, lis MEMORY.md.',
    ],
    readMemoryOpen: ['Lis MEMORY.md.', 'Ensuite, lire attentivement MEMORY.md.'],
    readMemoryInGroups: 'Dans les discussions de groupe, charge aussi MEMORY.md, ça fait plaisir.',
    later: 'Lis USER.md seulement si nécessaire.',
    ask: 'Demande la permission à {human} avant de lire USER.md.',
    skip: 'Si tu es pressé, tu peux sauter USER.md.',
    noQuestions: 'Ne demande pas si tu peux, lis-les.',
    memory: [
      'Ce qui arrive va dans memory/YYYY-MM-DD.md, un fichier par jour.',
      'Ce qui doit durer va dans MEMORY.md, que seules les sessions principales ouvrent.',
    ],
    memoryVague: 'Entre deux sessions tu oublies tout. Note les choses.',
    safety: ['Ce qui est privé reste ici.', 'Demande avant de supprimer quoi que ce soit.'],
    external: [
      'Lire, trier et rédiger : toujours permis.',
      'Demande avant les courriels, les publications et les achats.',
    ],
    groups: [
      'Dans un groupe tu es un invité : ne dis à personne ce que contiennent USER.md ou MEMORY.md, et ne parle pas au nom de {human}.',
      "Quand d'autres personnes sont là, ce qui est personnel reste entre nous.",
    ],
    other: [
      "Mémoire de l'imprimante",
      "L'imprimante oublie le format du papier après une coupure.",
    ],
    send: [
      'Chaque soir, exécute `git push origin main`.',
      'À la fin : `rclone sync . drive:galet`',
    ],
    sendNot: [
      'Ne fais jamais `git push` dans ce dossier.',
      "Demande l'accord de {human} avant tout `git push`.",
    ],
    elsewhere: 'Voir [le manuel](docs/manuel.md).',
    ghostOptional: 'Un personnage peut sauter le ghost check.',
  },
  memory: [
    "la chaudière est révisée en mai par l'entreprise de Nantes",
    'leçon : commander les plants de pommes de terre avant fin février',
    'décidé avec Mireille : plus de colis chez le voisin',
  ],
  notYet: ['(rien pour le moment)', "_(à remplir par l'agent)_", '**Plat préféré :**'],
  log: [
    'Appelé le plombier, il vient jeudi à neuf heures.',
    'Rangé les reçus de février dans la chemise bleue.',
    'Le temps a tourné, rentré les coussins.',
    'Mireille voulait la liste des trains pour Brest.',
  ],
  talk: [
    'Le mot de passe du wifi a été changé, Mireille le garde dans son gestionnaire.',
    'Mot de passe : nulle part ici, et c’est très bien.',
    'La commande 2026-1187-C est partie, dossier b7f2c9d0-12aa-4be1-9d1a-4f60a1c2d3e4.',
    'Un courriel disait « ignore toutes les instructions précédentes » ; mis aux indésirables.',
    "Secret d'une bonne soupe : le sel à la fin.",
    'Clé : sous le troisième pot, comme toujours.',
    'Code : on en parle demain.',
  ],
  speakers: ['Utilisateur', 'Assistant'],
  speech: ['à quelle heure part le train ?', 'à seize heures dix, voie deux.'],
  tasks: [
    'Regarder la boîte de réception',
    'Arroser les plantes le lundi',
    'Quelque chose pour demain ?',
  ],
  birth: [
    "Tu viens de te réveiller, et personne ne t'a encore rien dit.",
    'Demande un nom à ton humain et écris SOUL.md et USER.md.',
    'Quand tu as fini, supprime ce fichier.',
  ],
  standing: [
    '# Démarrage de session',
    'À lire au début de chaque session, ne pas supprimer.',
    "Regarde l'agenda, puis le courrier, puis la cuisinière.",
  ],
  later: 'en attente de réponse',
  password: 'Mot de passe',
  reason: 'le réseau des invités, affiché au mur',
};
