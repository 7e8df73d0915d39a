import { createHash } from "node:crypto";
import type { Language } from "@webhand/contracts/language";
import type { Failure } from "./engine.ts";
import { providerText } from "./words.ts";

/** Why a page of a failed sign-in is shown. `busy`: too many attempts; `broken`: our side. */
export type PageReason = Failure | "busy" | "broken";

/** A page and what it is sent with. */
export type Page = { readonly status: number; readonly html: string };

const statusOf: Readonly<Record<PageReason, number>> = {
	expired: 410,
	denied: 403,
	silent: 502,
	untrusted: 403,
	unconfirmed: 403,
	changed: 403,
	not_invited: 403,
	other_person: 403,
	busy: 429,
	broken: 500,
};

const style = `:root{color-scheme:light dark;--text:#1a202c;--back:#fff;--muted:#4a5568}
@media (prefers-color-scheme:dark){:root{--text:#edf2f7;--back:#171923;--muted:#cbd5e0}}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:12vh auto 0;padding:0 1.5rem}
h1{font-size:1.5rem;line-height:1.3}
small{color:var(--muted)}`;

/** Headers of every page: it runs nothing, loads nothing and tells no other site where it was. */
export const pageHeaders = {
	"content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
	"referrer-policy": "no-referrer",
} as const;

/** The page of a sign-in that failed. It says what to do next, and nothing of the provider's own text. */
export function failurePage(reason: PageReason, requestId: string, language: Language): Page {
	const { failed, reasons, beginAgain, request } = providerText[language];
	const body = `<p>${reasons[reason]}</p><p>${beginAgain}</p><p><small>${request(escaped(requestId))}</small></p>`;
	return { status: statusOf[reason], html: pageOf({ title: failed, body, language }) };
}

/** The page that the tab of a sign-in ends on. */
export function donePage(language: Language): Page {
	const { title, text } = providerText[language].done;
	return { status: 200, html: pageOf({ title, body: `<p>${text}</p>`, language }) };
}

type Content = { readonly title: string; readonly body: string; readonly language: Language };

function pageOf({ title, body, language }: Content): string {
	return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Webhand</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
