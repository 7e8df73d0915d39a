import type { CheckedField, RoutineExpectation } from "@webhand/contracts/routine/step";
import type { Target, TargetPlace } from "@webhand/contracts/routine/target";
import type { Words } from "@webhand/contracts/routine/words";
import { addressPattern } from "../../target/address.ts";
import { asWords, inputsIn } from "../../target/words.ts";
import type { Proposal } from "./inputs.ts";
import type { Made, MadeStep } from "./made.ts";
import { comparisonOf, isValue } from "./value.ts";
import { decoded, plainText } from "./words.ts";

/** A shorter value stands inside a longer text by chance. */
const leastInside = 3;
const leastWhole = 2;
/** Fewer letters than these say nothing of a page. */
const leastLetters = 4;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** A text with inputs in the places of their values, whole words only, whatever their case. @throws never */
function withInputs(text: string, proposals: readonly Proposal[]): Words {
	const least = (value: string) => (value.toLowerCase() === text.trim().toLowerCase() ? leastWhole : leastInside);
	const named = proposals
		.filter(({ text: value }) => value.length >= least(value))
		.sort((one, other) => other.text.length - one.text.length);
	if (named.length === 0 || text === "") return asWords(text);
	// "80" is no part of "80.00".
	const pattern = new RegExp(
		`(?<![\\p{L}\\p{N}]|\\d[.,])(?:${named.map(({ text: value }) => `(${escaped(value)})`).join("|")})(?![\\p{L}\\p{N}]|[.,]\\d)`,
		"giu",
	);
	const words: Words = [];
	let from = 0;
	for (const match of text.matchAll(pattern)) {
		const { input } = named[match.slice(1).findIndex((part) => part !== undefined)] ?? {};
		if (input === undefined) continue;
		words.push(...asWords(text.slice(from, match.index)), { input: input.name });
		from = match.index + match[0].length;
	}
	return [...words, ...asWords(text.slice(from))].slice(0, 50);
}

const hasInput = (words: Words): boolean => inputsIn(words).length > 0;

/**
 * A target with inputs in it. What would pin it to the record that it was made from is left out: the fingerprint and the address of a control
 * that an input names, its neighbours, and the row words beside those that an input gives.
 *
 * @param keepsName a field keeps its name, whatever was typed elsewhere
 */
function generalTarget(target: Target, proposals: readonly Proposal[], keepsName: boolean): Target {
	const { role, href, fingerprint } = target;
	const general = (words: Words) => withInputs(plainText(words), proposals);
	const name = keepsName ? target.name : general(target.name);
	const rowWords = target.row?.map(general);
	const given = rowWords?.filter(hasInput) ?? [];
	const row = given.length > 0 ? given : rowWords;
	const isGeneral = hasInput(name) || given.length > 0;
	const where = target.where === undefined ? {} : generalPlace(target.where, { proposals, isGeneral });
	return {
		role,
		name,
		...(Object.keys(where).length === 0 ? {} : { where }),
		...(row === undefined ? {} : { row }),
		...(isGeneral || href === undefined ? {} : { href }),
		...(isGeneral || fingerprint === undefined ? {} : { fingerprint }),
	};
}

type Chosen = { readonly proposals: readonly Proposal[]; readonly value: Words; readonly options: readonly string[] };

/** A radio button whose name an input gives. Those around it are others once it is another one of its group. */
function chosenTarget({ role, name, where = {}, row }: Target, { proposals, value, options }: Chosen): Target {
	const fields = where.form?.fields.filter((field) => !options.includes(field)) ?? [];
	const form = where.form === undefined ? {} : { form: { ...where.form, fields } };
	const place = generalPlace({ ...where, ...form }, { proposals, isGeneral: true });
	const rowWords = row?.map((words) => (plainText(words) === plainText(name) ? value : withInputs(plainText(words), proposals)));
	const given = rowWords?.filter(hasInput) ?? [];
	return {
		role,
		name: value,
		...(Object.keys(place).length === 0 ? {} : { where: place }),
		...(rowWords === undefined ? {} : { row: given.length > 0 ? given : rowWords }),
	};
}

function generalPlace(
	where: TargetPlace,
	{ proposals, isGeneral }: { readonly proposals: readonly Proposal[]; readonly isGeneral: boolean },
): TargetPlace {
	const { dialog, heading, form, before, after, ...rest } = where;
	const isFixed = (text: string | undefined): text is string => text !== undefined && !hasInput(withInputs(text, proposals));
	const fields = form?.fields.filter(isFixed) ?? [];
	const hasNeighbours = !isGeneral;
	return {
		...rest,
		...(dialog === undefined ? {} : { dialog: withInputs(plainText(dialog), proposals) }),
		...(heading === undefined ? {} : { heading: withInputs(plainText(heading), proposals) }),
		...(form === undefined ? {} : { form: isFixed(form.name) ? { name: form.name, fields } : { fields } }),
		...(hasNeighbours && isFixed(before) ? { before } : {}),
		...(hasNeighbours && isFixed(after) ? { after } : {}),
	};
}

const masked = /…|•••|%E2%80%A6/i;

/** An address with inputs in the places of their values, as they stand there or encoded; masked parts are left out. */
export function generalAddress(address: string, proposals: readonly Proposal[]): Words {
	const url = URL.parse(address);
	if (url === null) return withInputs(address, proposals);
	for (const [key, value] of [...url.searchParams]) if (masked.test(value)) url.searchParams.delete(key);
	if (masked.test(url.hash)) url.hash = "";
	if (masked.test(url.username)) url.username = "";
	url.pathname = url.pathname.replaceAll(/;[^;/]*/g, (parameter) => (masked.test(parameter) ? "" : parameter));
	const encoded = proposals.flatMap((one) => {
		const plain = encodeURIComponent(one.text);
		return [...new Set([one.text, plain, plain.replaceAll("%20", "+")])].map((text) => ({ ...one, text }));
	});
	return withInputs(url.href, encoded);
}

/** What the address that a step led to proves: its path up to the first id that no input gives, where the page before did not have it. */
export function expectedAddress(to: string, from: string, proposals: readonly Proposal[]): RoutineExpectation {
	const [url, before] = [URL.parse(to), URL.parse(from)];
	if (url === null || url.href === before?.href) return { kind: "any_change" };
	const text = pathWords(url.pathname, proposals);
	const isBefore = !hasInput(text) && before !== null && `${before.host}${before.pathname}`.includes(plainText(text));
	if (plainText(text).length > 1 && !isBefore) return { kind: "url_contains", text };
	return url.host === before?.host ? { kind: "url_changes" } : { kind: "url_contains", text: [url.host] };
}

/** A path up to the first id that no input gives; the slash before it stays. */
function pathWords(path: string, proposals: readonly Proposal[]): Words {
	// A value with signs that an address encodes stands there in another way than it is given.
	const plain = proposals.filter(({ text }) => encodeURIComponent(text) === text);
	const parts = path.split("/").map((part) => ({ part, general: withInputs(part, plain) }));
	const isRecord = (part: string) => addressPattern(`/${part}`) === "/*" || hasInput(withInputs(decoded(part), proposals));
	const id = parts.findIndex(({ part, general }) => !hasInput(general) && isRecord(part));
	const kept = id === -1 ? parts : parts.slice(0, id);
	const words = kept.flatMap(({ general }, at): Words => (at === 0 ? general : ["/", ...general]));
	return joined(id > 0 ? [...words, "/"] : words);
}

/** Neighbouring texts as one. */
function joined(words: Words): Words {
	const out: Words = [];
	for (const part of words) {
		const last = out.at(-1);
		if (typeof part === "string" && typeof last === "string") out[out.length - 1] = last + part;
		else out.push(part);
	}
	return out;
}

/** The longest part of a text without digits that no input gives; undefined where it says too little. */
function lastingText(text: string, proposals: readonly Proposal[]): Words | undefined {
	const runs: Words[] = [[]];
	for (const part of withInputs(text, proposals)) {
		if (typeof part === "object") {
			runs.at(-1)?.push(part);
			continue;
		}
		for (const [at, piece] of part.split(/\S*\d\S*/).entries()) {
			if (at > 0) runs.push([]);
			if (piece !== "") runs.at(-1)?.push(piece);
		}
	}
	const weight = (words: Words) => plainText(words).replaceAll(/[^\p{L}]/gu, "").length + (hasInput(words) ? leastLetters : 0);
	const [best = []] = runs.toSorted((one, other) => weight(other) - weight(one));
	return weight(best) < leastLetters ? undefined : trimmed(best);
}

function trimmed(words: Words): Words {
	const last = words.length - 1;
	return words
		.map((part, at) => {
			if (typeof part !== "string") return part;
			const start = at === 0 ? part.trimStart() : part;
			return at === last ? start.trimEnd() : start;
		})
		.filter((part) => part !== "");
}

/** A made step with inputs in the places of their values. @param own the input that its value became */
export function generalStep({ step, value: made }: Made, proposals: readonly Proposal[], own: string | undefined): MadeStep {
	const value: Words | undefined = own === undefined ? undefined : [{ input: own }];
	const expect = step.expect === undefined ? {} : { expect: generalExpectation(step.expect, { proposals, value }) };
	const place = (target: Target) => generalTarget(target, proposals, false);
	const field = (target: Target) => generalTarget(target, proposals, true);
	switch (step.do) {
		case "fill":
			return { ...step, ...expect, target: field(step.target), value: value ?? step.value };
		case "choose":
			return { ...step, ...expect, target: field(step.target), values: value === undefined ? step.values : [value] };
		case "upload":
			return { ...step, ...expect, target: field(step.target), file: value ?? step.file };
		case "drag":
			return { ...step, ...expect, target: place(step.target), to: place(step.to) };
		case "tick": {
			const target =
				value === undefined ? place(step.target) : chosenTarget(step.target, { proposals, value, options: made?.options ?? [] });
			return { ...step, ...expect, target };
		}
		case "click":
		case "hover":
			return { ...step, ...expect, target: place(step.target) };
		case "press":
			return step.target === undefined ? { ...step, ...expect } : { ...step, ...expect, target: field(step.target) };
		case "open":
			return { ...step, ...expect, address: generalAddress(plainText(step.address), proposals) };
		case "switch_tab":
		case "close_tab":
			return { ...step, ...expect, title: withInputs(plainText(step.title), proposals) };
		case "check":
			return { ...step, fields: step.fields.map((one) => generalField(one, proposals)) };
		case "read":
		case "go_back":
		case "hand_over":
			return { ...step, ...expect };
	}
}

function generalField(field: CheckedField, proposals: readonly Proposal[]): CheckedField {
	const { target, row, as } = field;
	const shown = plainText(field.value);
	const own = as === "text" ? proposals.find((one) => isValue(shown, one)) : undefined;
	const meant =
		own === undefined ? { value: withInputs(shown, proposals) } : { value: [{ input: own.input.name }], as: comparisonOf(own, shown) };
	const rowWords = row?.map((words) => withInputs(plainText(words), proposals));
	const given = rowWords?.filter(hasInput) ?? [];
	return {
		...field,
		...meant,
		...(target === undefined ? {} : { target: generalTarget(target, proposals, true) }),
		...(rowWords === undefined ? {} : { row: given.length > 0 ? given : rowWords }),
	};
}

type General = { readonly proposals: readonly Proposal[]; readonly value: Words | undefined };

function generalExpectation(expect: RoutineExpectation, { proposals, value }: General): RoutineExpectation {
	switch (expect.kind) {
		case "value_is":
			return { kind: "value_is", value: value ?? expect.value };
		case "text_appears":
		case "text_gone": {
			const text = lastingText(plainText(expect.text), proposals);
			return text === undefined ? { kind: "any_change" } : { kind: expect.kind, text };
		}
		case "element_appears":
			return { ...expect, name: withInputs(plainText(expect.name), proposals) };
		case "url_contains": {
			const text = pathWords(plainText(expect.text), proposals);
			return plainText(text).length < leastInside && !hasInput(text) ? { kind: "url_changes" } : { kind: "url_contains", text };
		}
		default:
			return expect;
	}
}
