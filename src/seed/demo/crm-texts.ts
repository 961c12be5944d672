import { type Language, nextLanguage } from '../../shared/language/language.ts';
import { table } from './table.ts';

/** A deal without a pipeline is new business. */
export const dealTitles = table(
  ['de', 'en', 'industry', 'pipeline'],
  `
Verpackungslinie Werk 2 | Packaging line, plant 2 | ind_machinery
Ersatzteilvertrag 24 Monate | Spare parts contract, 24 months | ind_machinery | bestandskunden
Umstellung der Palettierung | Changeover of palletising | ind_machinery
Wechsel des Lieferanten für Folien | Change of film supplier | ind_machinery
Ticketsystem für den Kundendienst | Ticket system for customer service | ind_software
Schnittstelle zur Buchhaltung | Interface to accounting | ind_software
Lizenzerweiterung auf 120 Plätze | Licence extension to 120 seats | ind_software | bestandskunden
Gruppenvertrag Unfallschutz | Group accident cover | ind_insurance
Flottenversicherung 60 Fahrzeuge | Fleet insurance, 60 vehicles | ind_insurance
Medikamentenschränke für zwei Stationen | Medicine cabinets for two wards | ind_healthcare
Dienstplanung für eine Klinik | Shift planning for a clinic | ind_healthcare
Lagersoftware für drei Standorte | Warehouse software for three sites | ind_logistics
Gerüstbau: Rahmenvertrag | Scaffolding: framework agreement | ind_construction
Baustellenlogistik Nord | Site logistics, north | ind_construction
Telematik für den Fuhrpark | Telematics for the fleet | ind_logistics
Umschlag am Wochenende | Weekend transhipment | ind_logistics
Kassensysteme für neun Filialen | Tills for nine branches | ind_software
Ladepunkte auf dem Betriebshof | Charging points in the depot | ind_energy
Fernauslese von Zählern | Remote meter reading | ind_energy
Schulung der Verkaufsberatung | Training for sales advisers | ind_insurance
Servicevertrag für Packzellen | Service contract for packaging cells | ind_machinery | bestandskunden
Wartung der Kälteanlagen | Maintenance of cooling units | ind_machinery | bestandskunden
Portal für Handwerksbetriebe | Portal for trade businesses | ind_construction
Pilotstandort Lagersoftware | Pilot site for warehouse software | ind_logistics
Datenanbindung der Werkstatt | Data link to the workshop | ind_software
Rahmenvertrag Arbeitsschutz | Framework agreement on safety at work
Erweiterung der Dienstplanung | Extension of shift planning | ind_healthcare | bestandskunden
Verlängerung der Telematik | Renewal of the telematics subscription | ind_logistics | bestandskunden
`,
);

/** Why deals were lost, and what a synchronization finds in these reasons. */
export const lostReasons = table(
  ['category', 'de', 'en'],
  `
price | Preis | Price
competitor | Wettbewerb war schneller | A competitor was faster
timing | Projekt verschoben | Project postponed
status_quo | Keine Entscheidung getroffen | No decision was made
`,
);

/** In both languages, because notes of one team may be in either. Every third one is in the other language. */
const objections = table(
  ['category', 'de', 'en'],
  `
budget | Das liegt deutlich über unserem Budget. | That is well above our budget.
price | Ihr Mitbewerber ist zwölf Prozent günstiger. | Your competitor is twelve percent cheaper.
price | Für das Geld bekommen wir das intern hin. | That is too much money for what it does.
price | Ohne Nachlass brauchen wir nicht weiterzureden. | Without a discount there is no point in talking.
timing | Vor dem Jahresabschluss fangen wir nichts Neues an. | We start nothing new before the annual accounts.
timing | Melden Sie sich im Herbst noch einmal. | We cannot look at this before the autumn.
timing | Die IT hat erst im zweiten Quartal wieder Luft. | IT has no capacity before the second quarter.
trust | Mit einer Umstellung haben wir schlechte Erfahrungen gemacht. | We have had bad experiences with a changeover.
trust | Haben Sie das in unserer Branche schon einmal gemacht? | Have you ever done this in our industry?
trust | Was passiert, wenn Sie in drei Jahren nicht mehr da sind? | What happens if you are gone in three years?
authority | Das entscheidet bei uns der Einkauf. | Purchasing decides that here.
authority | Da muss ich erst die Geschäftsführung überzeugen. | I have to convince the management first.
status_quo | Wir sind mit unserem Lieferanten zufrieden. | We are happy with our supplier.
need | Das Problem haben wir gar nicht so oft. | We do not really need this.
competitor | Wir haben schon ein Angebot, das alles abdeckt. | We already have an offer that covers everything.
status_quo | Die Einführung bindet zu viele Leute. | The changeover is too much effort.
price | Das ist doppelt so teuer wie erwartet. | We were expecting something around half of that.
price | Das ist uns mit der Schulung zu teuer. | Your competitor throws the training in for free.
timing | Vor dem Audit unterschreiben wir nichts. | Nothing new gets signed before the audit.
trust | Wer garantiert uns, dass Sie nächstes Jahr noch da sind? | How do we know the support will still answer next year?
authority | Das entscheidet bei uns die Zentrale. | Head office picks the suppliers, not me.
status_quo | Excel reicht uns. | Spreadsheets have worked for us so far.
status_quo | Die Umstellung ist uns zu aufwendig. | We cannot stop the line for two days.
competitor | Wir arbeiten schon mit einem anderen Anbieter zusammen. | We already have a framework agreement with someone else.
`,
);

type Objection = { lang: Language; category: string; text: string };

export function objectionsIn(lang: Language): Objection[] {
  return objections.map(({ category, ...texts }, n) => {
    const written = n % 3 === 2 ? nextLanguage(lang) : lang;
    return { lang: written, category, text: texts[written] };
  });
}
