import { describe, expect, test } from "vitest";
import { gateOf, home, outcomes, pageAt, task, unknownPress } from "../../../test/gate-cases.ts";
import { list } from "../../../test/list.ts";
import { unknownBeside } from "./click.ts";
import { pressKey } from "./harmless.ts";

const isAsked = (body: string) => gateOf({ action: "click(2)", body: `# Hi\n${body}` }).kind !== "allow";
const button = (label: string) => `<button 2>${label}`;
const buttons = (...lines: readonly string[]) => list(...lines).map(button);
const dialog = (asks: string, label: string) => `<dialog "Note" 1>\n ${asks}\n <button 2>${label}`;

const mustAsk: Readonly<Record<string, readonly string[]>> = {
	English: [
		...buttons("Allow | Authorize app | Grant access | Share | Reply | Forward | Tweet | Sell | Cash out | Swap | Top up | Sign"),
		...buttons("Deploy | Execute | Trust this device"),
		"<switch 2 Make public>Make profile public</>",
		'<switch 2 "Allow access for everyone"></>',
		'<switch 2 "Turn off 2FA"></>',
		dialog("Send it to all?", "Yes"),
		dialog("Make Bob an admin?", "OK"),
	],
	German: [
		...buttons("Erlauben | App autorisieren | Zugriff gewähren | Teilen | Antworten | Weiterleiten | Verkaufen | Tauschen | Ausführen"),
		...buttons("Unterschreiben | Vertrauen | Übernehmen | Einlösen | Zustimmen | Auszahlen | Loslegen"),
		'<switch 2 "Zwei-Faktor-Anmeldung ausschalten"></>',
		'<switch 2 "Zugriff erlauben"></>',
		dialog("Nachricht an alle senden?", "Ja"),
		dialog("Bob zum Administrator machen?", "OK"),
	],
	French: [
		...buttons("Autoriser | Permettre | Partager | Publier | Répondre | Transférer | Vendre | Échanger | Déployer | Exécuter | Signer"),
		...buttons("J'accepte | Continuer | Lancer | Appliquer | Recharger"),
		'<switch 2 "Autoriser tout le monde"></>',
		'<switch 2 "Désactiver la double authentification"></>',
		dialog("Envoyer le message ?", "Oui"),
		dialog("Partager avec tous ?", "OK"),
	],
	Spanish: [
		...buttons("Permitir | Autorizar | Compartir | Publicar | Responder | Reenviar | Vender | Intercambiar | Desplegar | Ejecutar"),
		...buttons("Firmar | Aceptar | Continuar | Aplicar | Retirar | Recargar"),
		'<switch 2 "Permitir acceso"></>',
		'<switch 2 "Desactivar la protección"></>',
		dialog("¿Enviar el mensaje?", "Sí"),
		dialog("¿Compartir con todos?", "OK"),
	],
	Russian: [
		...buttons("Разрешить | Поделиться | Опубликовать | Ответить | Переслать | Продать | Обменять | Выполнить | Подписать | Доверять"),
		...buttons("Авторизовать | Принять | Продолжить | Применить | Вывести | Пополнить"),
		'<switch 2 "Разрешить доступ"></>',
		'<switch 2 "Отключить защиту"></>',
		dialog("Отправить сообщение?", "Да"),
		dialog("Опубликовать запись?", "OK"),
	],
};

const harmless: Readonly<Record<string, readonly string[]>> = {
	English: [
		...buttons("Show more | Show details of order 17 | Sort by price | Filter | Clear filters | Search | Next | Previous page | 2 | Close"),
		...buttons("Close dialog | Expand all | View results | ☰ | ×"),
		"<button 2 collapsed>Payment history",
		'<tab 2 "Reviews">Reviews</>',
		'<nav "Main">\n <button 2>Products',
		"| <button 2>Name | <button 3>Price |\n| Tea | 4 |",
		dialog("We have a new look.", "OK"),
	],
	German: [
		...buttons("Mehr anzeigen | Details anzeigen | Nach Preis sortieren | Filtern | Filter zurücksetzen | Suchen | Nächste Seite | Zurück"),
		...buttons("Schließen | Menü öffnen | Liste | Alle anzeigen | Ergebnisse anzeigen | Vorherige | Weniger"),
		"<button 2 collapsed>Lieferung",
		'<tab 2 "Bewertungen">Bewertungen</>',
		'<nav "Haupt">\n <button 2>Produkte',
		"| <button 2>Name | <button 3>Preis |\n| Tee | 4 |",
		dialog("Wir haben ein neues Aussehen.", "OK"),
	],
	French: [
		...buttons("Voir plus | Afficher les détails | Trier par prix | Filtrer | Masquer les filtres | Rechercher | Page suivante | Retour"),
		...buttons("Fermer | Ouvrir le menu | Liste | Tout afficher | Voir les résultats | Précédent | Moins"),
		"<button 2 collapsed>Livraison",
		'<tab 2 "Avis">Avis</>',
		'<nav "Principal">\n <button 2>Produits',
		"| <button 2>Nom | <button 3>Prix |\n| Thé | 4 |",
		dialog("Nous avons changé de style.", "OK"),
	],
	Spanish: [
		...buttons("Ver más | Mostrar detalles | Ordenar por precio | Filtrar | Ocultar filtros | Buscar | Página siguiente | Volver | Cerrar"),
		...buttons("Abrir menú | Lista | Mostrar todo | Ver resultados | Anterior | Menos"),
		"<button 2 collapsed>Envío",
		'<tab 2 "Opiniones">Opiniones</>',
		'<nav "Principal">\n <button 2>Productos',
		"| <button 2>Nombre | <button 3>Precio |\n| Té | 4 |",
		dialog("Tenemos un nuevo diseño.", "OK"),
	],
	Russian: [
		...buttons("Показать ещё | Показать подробности | Сортировать по цене | Фильтр | Скрыть фильтры | Найти | Следующая страница | Назад"),
		...buttons("Закрыть | Открыть меню | Список | Подробнее | Показать результаты | Предыдущая | Меньше"),
		"<button 2 collapsed>Доставка",
		'<tab 2 "Отзывы">Отзывы</>',
		'<nav "Главное">\n <button 2>Товары',
		"| <button 2>Имя | <button 3>Цена |\n| Чай | 4 |",
		dialog("У нас новый вид.", "OK"),
	],
};

describe("what careful mode promises", () => {
	test("the table has a hundred rows that ask and a hundred harmless ones, twenty of each in every language", () => {
		for (const half of [mustAsk, harmless]) expect(Object.values(half).map((rows) => rows.length)).toEqual([20, 20, 20, 20, 20]);
	});
	test.each(Object.entries(mustAsk))("what takes effect asks: %s", (_language, rows) => {
		expect(rows.filter((row) => !isAsked(row))).toEqual([]);
	});
	test("at least 95 of the hundred harmless ones pass without a question", () => {
		const asked = Object.values(harmless).flat().filter(isAsked);
		expect(asked.length, asked.join(" · ")).toBeLessThanOrEqual(5);
	});
	test("a search form of the task's own site is sent without a question, one that posts or leaves is not", () => {
		const sent = (words: string) =>
			gateOf({ action: 'setValue(1, "tea", true)', body: `<form "Search" ${words}>\n <search 1 "Search">` }).kind;
		expect([sent("get"), sent("post"), sent("get evil.example")]).toEqual(["allow", "ask", "ask"]);
	});
	const asked = (question: string, label: string) =>
		outcomes({ action: "click(2)", body: `<dialog "Note" 1>\n ${question}\n <button 2>${label}</> <button 3>Something else</>` });
	test.each([
		["Delete the project?", "Yes, don't ask again"],
		["Delete the project?", "Yes, keep no copy"],
		["Delete the workspace?", "Proceed without backup"],
		["Pay 500 € now?", "OK, without receipt"],
		["Close your account?", "Close"],
		["Clear all data?", "Clear"],
		["Cancel your subscription?", "Cancel"],
	])("“%s” is answered by “%s”, which asks in both modes", (question, label) => {
		expect(asked(question, label)).toBe("commit_protected: ask, ask");
	});
	test.each([
		["Delete the project?", "Cancel"],
		["Delete the project?", "No, go back"],
		["Delete the project?", "Keep it"],
		["Close your account?", "Cancel"],
		["Close this window?", "Close"],
		["Clear all filters?", "Clear"],
		["Add insurance for 9.99 €?", "Continue without insurance"],
		["Your trial ends soon.", "Close"],
	])("“%s” is left by “%s” without a question", (question, label) => {
		expect(asked(question, label)).toBe("fill: allow, allow");
	});
	test("a button in the first row of a table sorts where no button stands below it, and others stand beside it", () => {
		const table = (...rows: readonly string[]) => isAsked(rows.map((row) => `| ${row} |`).join("\n"));
		expect(table("<button 2>Name</> | <button 3>Price</>", "Tea | 4")).toBe(false);
		expect(table("<button 2>Name</> | <button 3>Price</>", "<a 4 /tea>Tea</> | 4")).toBe(false);
		expect(table("Rocket one | <button 2>Glorp</>", "Rocket two | <button 3>Glorp</>")).toBe(true);
		expect(table("Rocket one | <button 2>Glorp</>", "Rocket two | gone")).toBe(true);
		expect(table("<button 2>Glorp</> | <button 3>Glarp</>", "<button 4>Glorp</> | <button 5>Glarp</>")).toBe(true);
	});
	test("a label of several parts only looks where each of them does", () => {
		expect(buttons("Find & replace | View + launch | Sort / renumber | Show and launch").filter((row) => !isAsked(row))).toEqual([]);
		expect(buttons("Sort & filter | Sort and filter | Search / filter | Show more + | Sort by price, low to high").filter(isAsked)).toEqual(
			[],
		);
	});
	test("a choice that gives a right asks, the same words in a list that sorts do not", () => {
		const choose = (name: string, option: string) =>
			gateOf({ action: `select(2, "${option}")`, body: `<select 2 "${name}" options="${option}|Other">` }).kind;
		expect([choose("Role", "Admin"), choose("Visibility", "Public"), choose("Rolle", "Eigentümer")]).toEqual(["ask", "ask", "ask"]);
		expect([choose("Sort by", "Owner"), choose("Country", "France")]).toEqual(["allow", "allow"]);
	});
	test("a button whose words the person said is known to them, unless the page gave orders", () => {
		const press = (facts: object) => gateOf({ action: "click(2)", body: button("Call the lift"), facts }).kind;
		const query = "Call the lift until it comes";
		expect([press({ query }), press({ query: "Call me" }), press({ query, isTainted: true })]).toEqual(["allow", "ask", "ask"]);
		const denied = ["Look at the lift, never call it", "Do not push, call or hold the lift"].map((text) => press({ query: text }));
		expect([...denied, press({ query: "Never wait. Call the lift" })]).toEqual(["ask", "ask", "allow"]);
		expect(gateOf({ action: "click(2)", body: button("Tweet"), facts: { query: "Tweet it" } }).kind).toBe("ask");
	});
	test("a button that opens a menu or a dialog passes, one that says so in words of committing asks", () => {
		expect(isAsked("<button 2 has-popup>Glorp")).toBe(false);
		expect(isAsked("<button 2 has-popup>Publish")).toBe(true);
	});
	test("words that nobody sees on a button make it no known one", () => {
		expect(isAsked("<button 2 unseen>Show more")).toBe(true);
		const facts = { query: "Call the lift" };
		expect(gateOf({ action: "click(2)", body: "<button 2 unseen>Call the lift", facts }).kind).toBe("ask");
	});
	test("a question for a button that nobody knows names the like beside it, so that one yes counts for all of them", () => {
		const beside = (body: string, isTainted = false) => {
			const page = pageAt(home, body);
			const target = page.elements.get(2);
			return target && unknownBeside(target, page, { ...task, isTainted }).map(({ name }) => name);
		};
		const row = "<button 2>Twist</> <button 3>Pull</> <button 4>Send</> <button 5>Show more</> <button 6>Warm water</>";
		expect(beside(row)).toEqual(["Pull", "Warm water"]);
		expect(beside("<button 2>Twist\n<button 3>Pull\n<button 4>Push")).toEqual(["Pull", "Push"]);
		expect(beside("<button 2>Twist\n# Other things\n<button 3>Pull")).toEqual([]);
		expect(beside(row, true)).toEqual([]);
		expect(beside(`<button 2>Twist</> <button 3>Pull, and ${"more ".repeat(20)}</>`)).toEqual([]);
		expect(beside("<button 2>Twist</> <button 3 hint=anchor>Pull</>")).toEqual([]);
		expect(beside('<dialog "Warm the water?" 1>\n Warm the water?\n <button 2>Twist</> <button 3>Yes</>')).toEqual([]);
		expect(beside([2, 3, 4, 5, 6, 7, 8].map((id) => `<button ${id}>Glorp ${id}</>`).join(" "))).toEqual([]);
	});
	test("a picture in the place of a word says nothing, a sign for looking does", () => {
		expect(buttons("💳 | 📤 | 👍 | ⏻ | $5").filter((row) => !isAsked(row))).toEqual([]);
		expect(buttons("🔍 | ⚙ | ☆ | ✎ | × | 5").filter(isAsked)).toEqual([]);
	});
	test("a button that the person allowed once is not asked for again, its likes on other sites are", () => {
		const body = button("Glorp");
		const page = pageAt(home, body);
		const allowedPresses = [...page.elements.values()].map((element) => pressKey(element, page));
		expect(outcomes({ action: "click(2)", body })).toBe(unknownPress);
		expect(gateOf({ action: "click(2)", body, facts: { allowedPresses } }).kind).toBe("allow");
		expect(
			gateOf({ action: "click(2)", body, url: "https://other.example/", facts: { allowedPresses, origins: ["other.example"] } }).kind,
		).toBe("ask");
		expect(gateOf({ action: "click(2)", body: button("Glarp"), facts: { allowedPresses } }).kind).toBe("ask");
	});
});
