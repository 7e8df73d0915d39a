import { createHash } from "node:crypto";
import type { FieldProblem } from "@webhand/contracts/errors";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { style } from "./style.ts";

const styleHash = createHash("sha256").update(style).digest("base64");

/** Headers of every page: no script, no frame, nothing from elsewhere, and no address with a secret sent on. */
export const pageHeaders = {
	"content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	"referrer-policy": "no-referrer",
} as const;

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
export function formPage(view: FormView): string {
	const title = view.purpose === "reset" ? "Set a new password" : `Join ${view.organization}`;
	const button = view.purpose === "reset" ? "Set the password" : title;
	const isNew = view.purpose !== "confirm";
	return pageOf(
		view.problems.length === 0 ? title : `Error: ${title}`,
		html`<h1>${title}</h1>
${introOf(view)}
${summaryOf(view.problems)}
<form method="post" accept-charset="utf-8">
<input type="hidden" name="form" value="${view.formToken}">
<input type="text" autocomplete="username" value="${view.email}" hidden>
<dl class="field"><dt>Email</dt><dd>${view.email}</dd></dl>
${view.purpose === "join" ? field(view, { id: "name", label: "Your name", autocomplete: "name", value: view.name }) : null}
${field(view, {
	id: "password",
	label: isNew ? "New password" : "Password",
	type: "password",
	autocomplete: isNew ? "new-password" : "current-password",
	...(isNew ? { hint: `At least ${view.minLength} characters. A few unrelated words are easy to keep in mind and hard to guess.` } : {}),
})}
${isNew ? field(view, { id: "repeat", label: "New password again", type: "password", autocomplete: "new-password" }) : null}
<button type="submit">${button}</button>
</form>
<p class="quiet after">Webhand works in a browser extension. <a href="/">How to get it</a></p>`,
	);
}

/** A page that only says something. */
export function messagePage(title: string, text: string): string {
	return pageOf(title, html`<h1>${title}</h1><p>${text}</p>`);
}

/** How somebody begins. `source` is where the extension is: a web address, a folder of this computer, or null for nobody said. */
export type WayIn = { readonly server: string; readonly source: string | null };

/** A page with a sentence, and the steps from there to the first task. */
export function stepsPage(title: string, text: string, way: WayIn): string {
	return pageOf(title, html`<h1>${title}</h1><p>${text}</p>${stepsOf(way)}`);
}

function stepsOf({ server, source }: WayIn): Html {
	return html`<ol class="steps">
<li><h2>Get the extension</h2>${extensionOf(source)}</li>
<li><h2>Sign in</h2><p>Click the Webhand icon beside the address bar. Enter this server, then your email and password:</p><p><code>${server}</code></p></li>
<li><h2>Say what should be done</h2><p>Open the page it is about, and write an order into the panel, such as <code>Search for "blue kettle"</code>.</p></li>
</ol>`;
}

function extensionOf(source: string | null): Html {
	if (source !== null && /^https?:/.test(source)) return html`<p><a class="button" href="${source}">Get Webhand for Chrome</a></p>`;
	const place = source === null ? html`the folder that you got from whoever runs this server` : html`this folder:`;
	return html`<p>Open <code>chrome://extensions</code>, switch on Developer mode, choose Load unpacked, and take ${place}</p>${
		source === null ? null : html`<p><code>${source}</code></p>`
	}`;
}

function introOf({ purpose, role, invitedBy, organization }: FormView): Html {
	if (purpose === "reset") return html`<p class="quiet">Every sign-in of this account ends when you set it.</p>`;
	const by = invitedBy === "" ? "You are invited" : `${invitedBy} invites you`;
	const as = role === "admin" ? "as an admin" : "as a member";
	const next = purpose === "join" ? "Choose a name and a password." : "You have an account already: confirm with its password.";
	return html`<p class="quiet">${by} to work in ${organization} ${as}. ${next}</p>`;
}

function summaryOf(problems: readonly FieldProblem[]): Html | null {
	if (problems.length === 0) return null;
	const items = problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`);
	const title = problems.length === 1 ? "There is a problem" : `There are ${problems.length} problems`;
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
const mark = html`<p class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6.5" fill="#2563eb"/><path d="M8.2 6.6l10.1 4.5-4.2 1.5-1.7 4.3z" fill="#fff" stroke="#fff" stroke-width="1.3" stroke-linejoin="round"/><path d="M6.2 11.3v.01M6.9 15.3v.01M10.2 17.9v.01" stroke="#fff" stroke-width="1.7" stroke-linecap="round"/></svg>Webhand</p>`;

function pageOf(title: string, content: Html): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Webhand</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
${mark}
${content}
</main>
</body>
</html>
`.markup;
}
