import type { Action } from "@webhand/contracts/action/grammar";
import type { PageLine, PageView } from "@webhand/page/parse/view";
import { canonicalJson } from "../../task/canonical.ts";
import { amountsIn } from "../danger/amounts.ts";
import { digest } from "../keys.ts";
import { hide } from "../own-secrets.ts";
import { targetOf } from "../target.ts";
import { withoutTicking } from "../ticking.ts";
import { heldBy } from "./held.ts";
import { isInRow, scopeOf } from "./scope.ts";
import { subjectOf } from "./subject.ts";

const moneyReasons: ReadonlySet<string> = new Set(["pay_word", "amount_beside", "checkout_page", "card_in_form"]);

const totalWords = [
	"(?:sub|grand )?total|sum|amount|balance due|to pay|pay now|(?:gesamt|end|rechnungs|zahl)?(?:summe|betrag|preis)|gesamt|zu zahlen",
	"montant|somme|à payer|importe|suma|a pagar|totale|importo|somma|da pagare|valor|soma|итого|итог|сумма|всего|к оплате",
].join("|");
const total = new RegExp(`(?<!\\p{L})(?:${totalWords})(?!\\p{L})|合计|总计|总额|应付|合計|総額|支払`, "iu");
const price = /(?<![\d.,:])\d[\d.,'’]*[.,]\d{2}(?![\d.,:])/g;

/**
 * What else than the action itself a yes is given for, as one hash: what it is about (`subjectOf`), the values, ticks and choices of the
 * form (of the row or section where there is no form) and the amounts of money there, totals of the page too. All of them, however many
 * and long; nothing that only runs by itself, such as a clock.
 *
 * @param held `reasons` of the risk; `secrets` as of `secretsIn`: no hash is made of them
 * @returns 64 hex digits
 * @throws never
 */
export function sceneOf(
	action: Action,
	page: PageView,
	{ reasons, secrets }: { readonly reasons: readonly string[]; readonly secrets: readonly string[] },
): string {
	const target = targetOf(action, page);
	if (target === undefined && action.name !== "press") return digest("", 64);
	const subject = subjectOf(action, page).map((text) => hide(text, secrets));
	const { elements, lines } = scopeOf(target, page);
	const values = elements.flatMap((element) => {
		const held = heldBy(element);
		return held === undefined ? [] : [[element.type, withoutTicking(element.name), hide(held, secrets)]];
	});
	const seesTotals = !isInRow(target, page) || reasons.some((reason) => moneyReasons.has(reason));
	const amounts = [...lines.flatMap(amountsOf), ...(seesTotals ? totalsOf(page) : [])];
	return digest(canonicalJson({ subject, values, amounts }), 64);
}

function amountsOf({ text }: PageLine): readonly string[] {
	return amountsIn(withoutTicking(text));
}

/** What lines of the page that speak of a total say; the figure may stand in the line after the word. */
function totalsOf({ lines }: PageView): readonly string[] {
	return lines.flatMap((line, index) => {
		if (!total.test(line.text)) return [];
		const said = figuresOf(line);
		const next = lines[index + 1];
		return said.length > 0 || next === undefined ? said : figuresOf(next);
	});
}

function figuresOf(line: PageLine): readonly string[] {
	const amounts = amountsOf(line);
	return amounts.length > 0 ? amounts : (withoutTicking(line.text).match(price) ?? []);
}
