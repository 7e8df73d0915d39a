import { describe, expect, test } from "vitest";
import { gateOf, outcomes, plainCommit, plainFill, plainNavigation, protectedCommit, unknownPress } from "../../../test/gate-cases.ts";
import { list } from "../../../test/list.ts";

const press = (label: string, query = "Look around") =>
	outcomes({ action: "click(2)", body: `# Hi\n<button 2>${label}`, facts: { query } });

describe("money and destruction ask in every mode, whatever form the words have", () => {
	test.each(
		list(
			"Cancel my subscription | Cancel the premium subscription | Close my account | Terminate contract | Cancel booking",
			"Purge | Revoke access | Move to trash | Empty bin | Clear all data | Reset all | Factory reset | Reset password",
			"Drop database | Withdraw | Delete_all | Confirm deletion | Withdraw 500 € | Send 500 € | Send money | Wire 500 €",
			"Bid 300 $ | Place bid 300 $ | Rent now 20 € | Subscribe 9.99 € | Upgrade 20 $ | Top up 20 € | Complete purchase",
			"Finalize order 20 € | Make a payment | Paynow | buynow | Pay_now | Bezahle jetzt | Jetzt zahlen",
			"Bestellung aufgeben 20 € | Kauf abschließen | Überweisung ausführen | Geld senden | Löschung bestätigen",
			"Konto loeschen | Konto löschen | Mein Konto endgültig schließen | Abo beenden | Bestellung stornieren",
			"Payez maintenant | Je paie | Achetez | J’achète | Régler 20 € | Supprimez | Résiliez | Annuler mon abonnement",
			"Fermer le compte | Paga ahora | Compra ahora | Realizar pedido | Finalizar compra | Elimine | Borra | Cerrar mi cuenta",
			"Cancelar suscripción | Confirmar eliminación | Cancellare | Acquistare | Rimuovi | Conferma ordine | Chiudi account",
			"Finalizar pedido | Comprar agora | Encerrar conta | Exclua | Оплати | Оплачиваю | Купи | Удали | Подтвердить удаление",
			"Оформить заказ | Закрыть счёт | Отменить подписку | Del | DEL | Rm | Del all | 🗑 | 🗑️ | Ban user | Ban this user",
			"Block contact | Block this number | Suspend account | Disable account | Freeze card | Benutzer sperren",
			"Sperre das Konto | Karte sperren | Bloquer ce contact | Bloquear usuario | Заблокировать пользователя",
			"Deactivate account | Terminate | Revoke | 清空 | 确认删除 | 提交订单 | 取消订阅 | 汇款 | 決済 | 買う | 退会する | 注文をキャンセル",
		),
	)("%s", (label) => {
		expect(press(label)).toBe(protectedCommit);
	});

	test.each(
		list(
			"P.a.y | P-a-y | P a y | P4y | Pаy | Рау | ραy | P\u0301ay | ᴘᴀʏ | 🅿🅰🆈 | 🄿🄰🅈 | Ⓟⓐⓨ | 𝐏𝐚𝐲 | Вuу | Bуy now | B\u0336u\u0336y\u0336 | ᎠᎬᏞᎬᎢᎬ",
			"Ꭰelete | Ðelete | Đelete | Dełete | Dǝlǝʇǝ | ꓓelete | ꓓꓰꓡꓰꓔꓰ | D∈lete | dele†e | Ƥay | Ᏼuy | p∆y | Bսy | Ρay | D3lete",
			"De1ete | D-e-l-e-t-e | Dеlеtе | ᴅᴇʟᴇᴛᴇ",
		),
	)("disguised as %s", (label) => {
		expect(press(label)).toBe(protectedCommit);
	});

	test.each([
		["Cancel my subscription", "Cancel my subscription"],
		["Close account", "Close my account"],
		["Move to trash", "Move the mail to the trash"],
		["Konto löschen", "Lösche das Konto"],
		["Del", "Delete the order"],
		["🗑", "Delete the order"],
		["Ban user", "Ban the user"],
	] as const)("“%s” is asked for by “%s” alone", (label, query) => {
		expect(press(label)).toBe(protectedCommit);
		if (label !== "Konto löschen") expect(press(label, query)).toBe(plainCommit);
	});
});

describe("what may be lost or sent asks in careful mode and warns in autonomous mode", () => {
	test.each(
		list(
			"Discard draft | Reset | Upgrade | Envoyez | Сохрани | 確定 | Block | Ban | Kick | Archive | Unpublish | Duplicate",
			"Resolve | Archivieren | Archivar",
		),
	)("%s", (label) => {
		expect(press(label)).toBe(plainCommit);
	});
	test("a link that says what it does in its address, too", () => {
		expect(outcomes({ action: "click(2)", body: "<a 2 /requests/17/approve>Approve" })).toBe(plainCommit);
		expect(outcomes({ action: "click(2)", body: "<a 2 /approve/17>Approve" })).toBe(plainCommit);
		// The query says outright what the address does.
		expect(outcomes({ action: "click(2)", body: "<a 2 /posts?action=delete&…>More" })).toBe(protectedCommit);
		expect(outcomes({ action: "click(2)", body: "<a 2 /posts/17/delete>Our story" })).toBe(protectedCommit);
		expect(outcomes({ action: "click(2)", body: "<a 2 /posts?action=trash>More" })).toBe(protectedCommit);
		expect(outcomes({ action: "click(2)", body: "<a 2 /money?op=transfer&…>More" })).toBe(protectedCommit);
		expect(outcomes({ action: "click(2)", body: "<a 2 /posts?action=show>More" })).toBe(plainNavigation);
		expect(outcomes({ action: "click(2)", body: "<a 2 /posts/deleted-scenes>Our story" })).toBe(plainNavigation);
		expect(outcomes({ action: "click(2)", body: "<a 2 /posts>Post" })).toBe(plainNavigation);
	});
});

describe("a link of one site of the task to what another one does", () => {
	const facts = { query: "Compare shop.example and blog.example", origins: ["shop.example", "blog.example"] };
	const follow = (href: string, url = "https://blog.example/p") =>
		outcomes({ action: "click(2)", body: `<a 2 ${href}>Read more`, url, facts });
	test.each([
		"shop.example/items?action=delete",
		"shop.example/items/17/delete",
		"shop.example/i?delete=17",
		"shop.example/%64elete/17",
		"shop.example/delete;v=1",
	])("%s asks in every mode", (href) => {
		expect(follow(href)).toBe(protectedCommit);
	});
	test.each(["api.blog.example/send/17", "shop.example/requests/17/approve"])("%s commits", (href) => {
		expect(follow(href)).toBe(plainCommit);
	});
	test.each(["shop.example/items?action=show", "shop.example/items/17"])("%s only leads there", (href) => {
		expect(follow(href)).toBe(plainNavigation);
	});
	test("from a site of nobody's choice it asks in every mode", () => {
		expect(follow("shop.example/items/17/delete", "https://evil.example/")).toBe(protectedCommit);
	});
});

describe("everyday controls go ahead in autonomous mode", () => {
	test.each(
		list(
			"Reset filters | Clear search | Remove filter | Remove filter: Red | Clear all filters | Filter zurücksetzen",
			"Discard selection | 清空搜索 | Cancel | Close | Close dialog | Close account menu | Account | Subscription | My orders",
			"Order history | Cancellation policy | Deleted items | Trash | Bin | Papierkorb | Kündigungsfristen | Delivery",
			"Transfermarkt | Add to cart 14 € | Green tea 14.00 € | Top deals under 20 € | Save 20 € today | Block quote",
			"Code block | Add block | Blocked users | Ban list | User blocks | Account | Del mese | Datos del usuario | Delphi",
			"Lock screen | Disabled | RM 20 | B2B | Windows 7 | 4K video | Web 2.0 | Annuler | Abbrechen | Cancelar | Схлопнуть",
			"Moscow | Return of the king",
		),
	)("%s", (label) => {
		expect(press(label)).not.toContain("ask, ask");
	});
	test("a bank transfer is a way to pay where it is chosen", () => {
		expect(outcomes({ action: "click(2)", body: '<radio 2 "Bank transfer" of="Payment"></>' })).toBe(plainCommit);
	});
	test.each(["Clear search", "Close"])("and in careful mode: %s", (label) => {
		expect(press(label)).toBe(plainFill);
	});
	test.each(["Block quote", "Code block", "Blocked users", "Del mese"])("in careful mode, words that nobody knows ask: %s", (label) => {
		expect(press(label)).toBe(unknownPress);
	});
	test.each(["Mark as spam", "Report spam", "Report this message as junk", "Report abuse"])("in careful mode it is asked: %s", (label) => {
		expect(press(label)).toBe(plainCommit);
	});
	test.each(["Spam", "Not spam", "Mark as not spam", "Spam report"])("a place for it commits nothing: %s", (label) => {
		expect(press(label)).toBe(unknownPress);
	});
	test("a link to a list of banned users", () => {
		expect(outcomes({ action: "click(2)", body: "<a 2 /bans>Ban list" })).toBe(plainNavigation);
	});
	test("a harmless word does not cover another one", () => {
		expect(press("Remove filter and delete account")).toBe(protectedCommit);
	});
});

describe("Cancel in a row", () => {
	const cancel = (body: string) => outcomes({ action: "click(2)", body });
	test.each(["| Order 17 | 14 € | <button 2>Cancel |", "- Flight to Oslo <button 2>Annuler"])("ends what the row is about: %s", (body) => {
		expect(cancel(body)).toBe(plainCommit);
	});
	test.each(['| <input 1 "Name"> | <button 3>Save</> <button 2>Cancel |', "<button 2>Cancel", "| Order 17 | <button 2>Close |"])(
		"beside a field or alone it leaves: %s",
		(body) => {
			expect(cancel(body)).toBe(plainFill);
		},
	);
});

describe("a button in a row that nobody can read", () => {
	const inRow = (button: string) => outcomes({ action: "click(2)", body: `| Ann | ${button}` });
	test.each(["<button 2>✖", "<button 2>", "<button 2>[icon]", "<button 2>×"])("%s commits", (button) => {
		expect(inRow(button)).toBe(plainCommit);
	});
	test.each(["<button 2>⋮", "<button 2 collapsed>", "<button 2>☆", "<button 2>Edit", '<checkbox 2 ""></>', "<a 2 /ann>Ann"])(
		"%s does not",
		(button) => {
			expect(inRow(button)).not.toContain("ask");
		},
	);
	test("elsewhere it is one of many that only open or close something", () => {
		expect(outcomes({ action: "click(2)", body: "<button 2>✖" })).toBe(plainFill);
	});
});

describe("money is money in any notation", () => {
	test.each([
		["EUR14", "Pay EUR14"],
		["14,- €", "Pay 14,- €"],
		["14 euros", "Pay 14 euros"],
		["20 dollars", "Buy for 20 dollars"],
		["1400円", "購入 1400円"],
		["1 400 руб.", "Оплатить 1 400 руб."],
		["100 kr", "Buy for 100 kr"],
		["Fr. 14.–", "Pay Fr. 14.–"],
		["59 zł", "Pay 59 zł"],
		["a narrow space", "Pay 14\u202f€"],
		["a word written together", "PayNow 14 €"],
	] as const)("%s", (_name, label) => {
		expect(gateOf({ action: "click(1)", body: `<button 1>${label}`, facts: { mode: "autonomous" } })).toMatchObject({
			kind: "ask",
			risk: { class: "commit_protected", reasons: expect.arrayContaining(["amount_beside"]) },
		});
	});
	test("an amount in the line above counts, one far away does not", () => {
		const at = (lines: string) => gateOf({ action: "click(1)", body: `# Cart\nTotal 14.00 €\n${lines}<button 1>Order` }).risk.reasons;
		expect(at("")).toContain("amount_beside");
		expect(at("One\nTwo\nThree\nFour\n")).toEqual(["commit_word"]);
	});
	test("numbers without money are none", () => {
		expect(outcomes({ action: "click(1)", body: "<button 1>Order 14 krona cards" })).toBe(plainCommit);
	});
});
