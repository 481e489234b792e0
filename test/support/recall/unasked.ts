/**
 * What people say to an agent, and what of it memory should answer by itself: notes of sixty days in five languages, questions
 * that one of them answers, and small talk, sums and texts to be worked on that none does. The halves were
 * written together; the gate was tuned on the first, and the second looked at once.
 */

/** By day of July and August 2026. */
export const NOTES: readonly (readonly [day: string, note: string])[] = [
  [
    '2026-07-01',
    '09:12 The boiler in the cellar lost pressure again; the plumber Osei refilled it to 1.5 bar.',
  ],
  ['2026-07-02', '10:05 Ada is allergic to penicillin, says her old doctor in Ghent.'],
  ['2026-07-03', '08:40 Rent for the workshop in Mill Lane goes up to 640 euros from October.'],
  [
    '2026-07-04',
    '17:22 Weather was fine; watered the tomatoes and went for a walk along the canal.',
  ],
  [
    '2026-07-05',
    '11:31 The spare key of the allotment hangs behind the blue watering can in the shed.',
  ],
  [
    '2026-07-06',
    '15:02 Piet returned the ladder and borrowed the hedge trimmer until the end of the month.',
  ],
  ['2026-07-07', '09:50 Passport number of Ada is renewed; the new one is valid until 2036.'],
  [
    '2026-07-08',
    '13:15 The printer in the office needs toner TN-2420; the shop on Dock Street has it.',
  ],
  ['2026-07-09', '09:01 Good talk with Kim in the morning about her thesis on tidal turbines.'],
  ['2026-07-10', '18:45 Dinner with Yusuf; he moves to Porto in September to work for a shipyard.'],
  ['2026-07-11', '10:10 The accountant wants all receipts of the second quarter by 20 July.'],
  [
    '2026-07-12',
    '12:00 Bike: changed the chain and both brake pads, the rear tyre is nearly worn.',
  ],
  ['2026-07-13', '09:33 Mira the cat gets half a tablet of thyroid medicine, mornings with food.'],
  ['2026-07-14', '16:20 Decided to use PostgreSQL for the booking system, not MongoDB.'],
  ['2026-07-15', '11:11 Insurance of the van: policy with Helvetia, deductible 300 euros.'],
  ['2026-07-16', '09:05 Coffee machine descaled; next time in three months.'],
  ['2026-07-17', '14:44 The landlord of Mill Lane is Mr Okafor, best reached on Tuesdays.'],
  [
    '2026-07-18',
    '10:30 Grandmother turned ninety; she wants no flowers but the old photo album scanned.',
  ],
  ['2026-07-19', '19:05 Tried the recipe with lentils and preserved lemon; less salt next time.'],
  ['2026-07-20', '08:55 Meeting notes: launch of the booking system is postponed to 12 October.'],
  ['2026-07-21', '09:20 Zahnarzt: Krone oben links, nächster Termin am 4. September um 8 Uhr.'],
  ['2026-07-22', '10:15 Der Wasserzähler im Keller wurde getauscht, Stand 00418 Kubikmeter.'],
  ['2026-07-23', '11:25 Die Steuerberaterin Frau Lindner verlangt die Belege der Fortbildung.'],
  [
    '2026-07-24',
    '09:45 Le chauffagiste passera chaque année en novembre pour l’entretien de la chaudière.',
  ],
  ['2026-07-25', '12:35 Camille préfère les réunions le jeudi après-midi, jamais le lundi.'],
  ['2026-07-26', '10:00 La contraseña del vecino no; el wifi del taller lo administra Lucía.'],
  ['2026-07-27', '16:50 El fontanero Ramírez cobra cuarenta euros la hora y no trabaja en agosto.'],
  ['2026-07-28', '09:35 Бабушка просила привезти мёд и лекарство от давления в субботу.'],
  [
    '2026-07-29',
    '13:05 The violin is with the luthier Brandt; the bridge warped, ready on Friday.',
  ],
  [
    '2026-07-30',
    '10:40 Backup disk of the studio is encrypted; the recovery sheet lies in the safe at the bank.',
  ],
  [
    '2026-08-01',
    '09:15 The neighbour with the beagle is called Henrike; she feeds Mira when nobody is home.',
  ],
  [
    '2026-08-02',
    '11:55 Window of the attic leaks at the left corner when the wind is from the west.',
  ],
  ['2026-08-03', '15:40 Kim defends her thesis on 17 September in Delft.'],
  ['2026-08-04', '10:20 Ordered four bags of lime plaster from Kalkhof, delivery in two weeks.'],
  [
    '2026-08-05',
    '09:30 The gym contract ends in December and must be cancelled three months before.',
  ],
  [
    '2026-08-06',
    '14:10 Server of the archive runs on port 8443 behind nginx on the machine called heron.',
  ],
  ['2026-08-07', '08:50 Ada gave up dairy; oat milk is fine, hazelnuts are not.'],
  ['2026-08-08', '17:30 Movie night: watched The Third Man; Ada wants to see Ikiru next.'],
  ['2026-08-09', '10:05 The chimney sweep comes on the last Thursday of each quarter.'],
  [
    '2026-08-10',
    '12:12 Toll box of the van is registered with Telepass, device behind the mirror.',
  ],
  ['2026-08-11', '09:09 Choir rehearses in the parish hall, Wednesdays at half past seven.'],
  [
    '2026-08-12',
    '16:00 The architect Solveig advises against removing the wall between kitchen and hall.',
  ],
  ['2026-08-13', '11:45 Shoes of Noor are size 31 now.'],
  [
    '2026-08-14',
    '10:55 Hotel in Lisbon for October: Casa das Janelas, booked until the ninth, no breakfast.',
  ],
  ['2026-08-15', '09:40 Die Heizung wird ab Oktober auf 19 Grad gestellt, nachts auf 16.'],
  ['2026-08-16', '13:20 Der Vertrag mit dem Stromanbieter Nordlicht läuft bis März.'],
  ['2026-08-17', '10:35 La clé de la cave est chez la gardienne, Madame Perrot.'],
  ['2026-08-18', '15:15 El perro de Lucía se llama Trufa y tiene miedo a los petardos.'],
  ['2026-08-19', '09:25 Поезд в Тверь отправляется в 7:40 с Ленинградского вокзала.'],
  [
    '2026-08-20',
    '11:05 The beekeeper Tamsin moved two hives to the orchard; honey in late September.',
  ],
];

/** What is said, and the day of the note that answers it; none where nothing of memory belongs to it. */
interface Row {
  readonly said: string;
  readonly day?: string;
}

export const FIRST: readonly Row[] = [
  { said: 'Who refilled the boiler last time?', day: '2026-07-01' },
  { said: 'Can I take penicillin?', day: '2026-07-02' },
  { said: 'What will the rent of the workshop be?', day: '2026-07-03' },
  { said: 'Where is the spare key of the allotment?', day: '2026-07-05' },
  { said: 'Who has our hedge trimmer?', day: '2026-07-06' },
  { said: 'Which toner does the printer take?', day: '2026-07-08' },
  { said: 'When does Yusuf move to Porto?', day: '2026-07-10' },
  { said: 'Please draft a mail to the accountant about the receipts', day: '2026-07-11' },
  { said: 'How much thyroid medicine does Mira get?', day: '2026-07-13' },
  { said: 'Which database did we choose for the booking system?', day: '2026-07-14' },
  { said: 'What is the deductible of the van insurance?', day: '2026-07-15' },
  { said: 'Who is the landlord of Mill Lane?', day: '2026-07-17' },
  { said: 'What does grandmother want for her birthday, flowers or photos?', day: '2026-07-18' },
  { said: 'Wann ist der nächste Termin beim Zahnarzt?', day: '2026-07-21' },
  { said: 'Was stand auf dem Wasserzähler im Keller?', day: '2026-07-22' },
  { said: 'Quand passe le chauffagiste pour la chaudière ?', day: '2026-07-24' },
  { said: '¿Cuánto cobra el fontanero Ramírez?', day: '2026-07-27' },
  { said: 'Что привезти бабушке, мёд или лекарство?', day: '2026-07-28' },
  { said: 'Where is my violin, and is the bridge repaired?', day: '2026-07-29' },
  { said: 'Where does the recovery sheet of the backup disk lie?', day: '2026-07-30' },
  { said: 'Good morning! How are you today?' },
  { said: 'Thanks, that was very helpful.' },
  { said: 'Nice weather today, is it not?' },
  { said: 'Ok, go on.' },
  { said: 'What is 12 % of 640?' },
  { said: '17 * 23 + 4' },
  { said: 'Translate into German: the key of the cellar is lost.' },
  { said: 'Wie sagt man auf Englisch: Der Termin ist verschoben?' },
  { said: 'Tell me a joke about cats and coffee.' },
  { said: 'Haha, you are funny. See you tomorrow evening!' },
  { said: 'What is the capital of Portugal?' },
  { said: 'Merci beaucoup, à demain !' },
];

export const SECOND: readonly Row[] = [
  { said: 'What is the name of the neighbour with the beagle?', day: '2026-08-01' },
  { said: 'Which window of the attic leaks?', day: '2026-08-02' },
  { said: 'When does Kim defend her thesis?', day: '2026-08-03' },
  { said: 'How many bags of plaster were ordered?', day: '2026-08-04' },
  { said: 'Until when must the gym contract be cancelled?', day: '2026-08-05' },
  { said: 'On which port does the archive server run?', day: '2026-08-06' },
  { said: 'Suggest a dessert for Ada, with hazelnuts or dairy if she eats it', day: '2026-08-07' },
  { said: 'Which movie does Ada want to see next?', day: '2026-08-08' },
  { said: 'When does the chimney sweep come?', day: '2026-08-09' },
  { said: 'Where is the toll box of the van?', day: '2026-08-10' },
  { said: 'Where does the choir rehearse?', day: '2026-08-11' },
  { said: 'Can we remove the wall between the kitchen and the hall?', day: '2026-08-12' },
  { said: 'Which shoe size does Noor have?', day: '2026-08-13' },
  { said: 'Is breakfast included in the hotel in Lisbon?', day: '2026-08-14' },
  { said: 'Auf wie viel Grad steht die Heizung nachts?', day: '2026-08-15' },
  { said: 'Bis wann läuft der Vertrag mit dem Stromanbieter?', day: '2026-08-16' },
  { said: 'Où est la clé de la cave ?', day: '2026-08-17' },
  { said: '¿Cómo se llama el perro de Lucía?', day: '2026-08-18' },
  { said: 'Во сколько отправляется поезд в Тверь?', day: '2026-08-19' },
  { said: 'Where are the hives of the beekeeper now?', day: '2026-08-20' },
  { said: 'Hi there, hope you slept well' },
  { said: 'Perfect, exactly what I wanted.' },
  { said: 'It is so hot today, I need an ice cream.' },
  { said: 'Yes please, do that now.' },
  { said: 'How much is 300 divided by 12?' },
  { said: '(19 + 16) / 2' },
  { said: 'Traduis en anglais : le contrat se termine en décembre.' },
  { said: 'Korrigiere diesen Satz: Der Hund hat angst vor Feuerwerk.' },
  { said: 'Write a haiku about the wind in September.' },
  { said: 'Good night, talk to you on Wednesday.' },
  { said: 'What is the capital of Russia?' },
  { said: 'Muchas gracias, hasta luego' },
];

/** Notes and turns in two more languages; written before they were first run. */
export const MORE_NOTES: typeof NOTES = [
  ['2026-08-21', '09:10 L’idraulico Bellini ripara la caldaia lunedì mattina alle otto.'],
  ['2026-08-22', '10:15 La chiave della cantina è dalla portinaia, signora Perra.'],
  ['2026-08-23', '09:40 De loodgieter Bakker komt vrijdagmiddag voor de lekkende kraan.'],
  ['2026-08-24', '11:30 De reservesleutel van de volkstuin hangt achter de blauwe gieter.'],
];

export const THIRD: readonly Row[] = [
  { said: 'Quando viene l’idraulico per la caldaia?', day: '2026-08-21' },
  { said: 'Dove si trova la chiave della cantina?', day: '2026-08-22' },
  { said: 'Wanneer komt de loodgieter voor de kraan?', day: '2026-08-23' },
  { said: 'Waar hangt de reservesleutel van de volkstuin?', day: '2026-08-24' },
  { said: 'Buongiorno, come stai oggi?' },
  { said: 'Grazie mille, a domani mattina!' },
  { said: 'Che bel tempo oggi, vero?' },
  { said: 'Traduci in inglese: la chiave della cantina è persa.' },
  { said: 'Raccontami una barzelletta sulla caldaia.' },
  { said: 'Va bene, perfetto così.' },
  { said: 'Goedemorgen, heb je goed geslapen?' },
  { said: 'Bedankt, tot morgen!' },
  { said: 'Lekker weer vandaag, hè?' },
  { said: 'Vertaal in het Engels: de sleutel van de tuin is weg.' },
  { said: 'Schrijf een gedicht over de blauwe gieter.' },
  { said: 'Prima, doe dat maar.' },
];
