import { createHash } from "node:crypto";
import type { FieldProblem } from "@webhand/contracts/errors";
import { Language } from "@webhand/contracts/language";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { style } from "./style.ts";
import { languageNames, pageText } from "./words.ts";

const styleHash = createHash("sha256").update(style).digest("base64");

/** Headers of every page: no script, no frame, nothing from elsewhere, and no address with a secret sent on. */
export const pageHeaders = {
	"content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	"referrer-policy": "no-referrer",
} as const;

/** Who reads a page. `query` is what links to other pages carry along: a chosen language, or nothing. */
export type Reader = { readonly language: Language; readonly query: string };

/** What a form asks for: an account and a password for it, or the password that is there. */
export type FormView = {
	readonly purpose: "join" | "confirm" | "reset";
	readonly email: string;
	/** The organization that one joins; empty for a reset. */
	readonly organization: string;
	readonly invitedBy: string;
	readonly role: "member" | "admin";
	/** What was typed, or what the invite says. */
	readonly name: string;
	readonly minLength: number;
	/** Proves that the form came from this page. */
	readonly formToken: string;
	readonly problems: readonly FieldProblem[];
};

/** The page with the form. The password is never put back. */
export function formPage(view: FormView, reader: Reader): string {
	const text = pageText[reader.language];
	const title = view.purpose === "reset" ? text.reset.title : text.join(view.organization);
	const button = view.purpose === "reset" ? text.reset.button : title;
	const isNew = view.purpose !== "confirm";
	return pageOf(
		reader,
		view.problems.length === 0 ? title : text.problems.titled(title),
		html`<h1>${title}</h1>
${introOf(view, reader)}
${summaryOf(view.problems, reader)}
<form method="post" accept-charset="utf-8">
<input type="hidden" name="form" value="${view.formToken}">
<input type="text" autocomplete="username" value="${view.email}" hidden>
<dl class="field"><dt>${text.email}</dt><dd>${view.email}</dd></dl>
${view.purpose === "join" ? field(view, { id: "name", label: text.name, autocomplete: "name", value: view.name }) : null}
${field(view, {
	id: "password",
	label: isNew ? text.newPassword : text.password,
	type: "password",
	autocomplete: isNew ? "new-password" : "current-password",
	...(isNew ? { hint: text.newPasswordHint(view.minLength) } : {}),
})}
${isNew ? field(view, { id: "repeat", label: text.again, type: "password", autocomplete: "new-password" }) : null}
<button type="submit">${button}</button>
</form>
<p class="quiet after">${text.howToGet(`/${reader.query}`)}</p>`,
	);
}

/** A title, and a sentence or two. */
type Message = { readonly title: string; readonly text: string };

/** A page that only says something. */
export function messagePage({ title, text }: Message, reader: Reader): string {
	return pageOf(reader, title, html`<h1>${title}</h1><p>${text}</p>`);
}

/** How somebody begins. `source` is where the extension is: a web address, a folder of this computer, or null for nobody said. */
export type WayIn = Reader & { readonly server: string; readonly source: string | null };

/** A page with a sentence, and the steps from there to the first task. */
export function stepsPage({ title, text }: Message, way: WayIn): string {
	return pageOf(way, title, html`<h1>${title}</h1><p>${text}</p>${stepsOf(way)}`);
}

function stepsOf(way: WayIn): Html {
	const { extension, signIn, order } = pageText[way.language].steps;
	return html`<ol class="steps">
<li><h2>${extension.title}</h2>${extensionOf(way)}</li>
<li><h2>${signIn.title}</h2><p>${signIn.text}</p><p><code>${way.server}</code></p></li>
<li><h2>${order.title}</h2><p>${order.text}</p></li>
</ol>`;
}

function extensionOf({ language, source }: WayIn): Html {
	const { button, folder, unknown } = pageText[language].steps.extension;
	if (source === null) return html`<p>${unknown}</p>`;
	if (/^https?:/.test(source)) return html`<p><a class="button" href="${source}">${button}</a></p>`;
	return html`<p>${folder}</p><p><code>${source}</code></p>`;
}

function introOf({ purpose, role, invitedBy, organization }: FormView, { language }: Reader): Html {
	const { reset, joinIntro } = pageText[language];
	if (purpose === "reset") return html`<p class="quiet">${reset.intro}</p>`;
	const invited = invitedBy === "" ? joinIntro.invited(organization, role) : joinIntro.invitedBy(organization, role, invitedBy);
	return html`<p class="quiet">${invited} ${joinIntro[purpose]}</p>`;
}

function summaryOf(problems: readonly FieldProblem[], { language }: Reader): Html | null {
	if (problems.length === 0) return null;
	const items = problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`);
	const { one, several } = pageText[language].problems;
	const title = problems.length === 1 ? one : several(problems.length);
	return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${title}</h2><ul>${items}</ul></div>`;
}

type Field = {
	readonly id: string;
	readonly label: string;
	readonly autocomplete: string;
	readonly type?: "password";
	readonly hint?: string;
	readonly value?: string;
};

function field({ problems }: FormView, { id, label, autocomplete, type, hint, value }: Field): Html {
	const problem = problems.find(({ field: name }) => name === id);
	const described = [...(hint === undefined ? [] : [`${id}-hint`]), ...(problem === undefined ? [] : [`${id}-error`])].join(" ");
	return html`<div class="field"><label for="${id}">${label}</label>
${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem === undefined ? null : html`<p class="error" id="${id}-error">${problem.message}</p>`}
<input id="${id}" name="${id}" type="${type ?? "text"}" autocomplete="${autocomplete}" required${
		problem === undefined ? null : html` aria-invalid="true"`
	}${described === "" ? null : html` aria-describedby="${described}"`}${value === undefined ? null : html` value="${value}"`}></div>`;
}

// The mark of the panel (`BrandMark` of the extension).
const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6.5" fill="#2563eb"/><path d="M8.2 6.6l10.1 4.5-4.2 1.5-1.7 4.3z" fill="#fff" stroke="#fff" stroke-width="1.3" stroke-linejoin="round"/><path d="M6.2 11.3v.01M6.9 15.3v.01M10.2 17.9v.01" stroke="#fff" stroke-width="1.7" stroke-linecap="round"/></svg>`;

/** The same page in each other language. The link is a query alone: the secret in the path of an invite stays out of the page. */
function switchOf({ language: shown }: Reader): readonly Html[] {
	return Language.options
		.filter((language) => language !== shown)
		.map((language) => html`<a href="?language=${language}" hreflang="${language}" lang="${language}">${languageNames[language]}</a>`);
}

function pageOf(reader: Reader, title: string, content: Html): string {
	return html`<!doctype html>
<html lang="${reader.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Webhand</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
<p class="mark">${mark}Webhand${switchOf(reader)}</p>
${content}
</main>
</body>
</html>
`.markup;
}
