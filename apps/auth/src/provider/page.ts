import { createHash } from "node:crypto";
import type { Failure } from "./engine.ts";

/** Why a page of a failed sign-in is shown. `busy`: too many attempts; `broken`: our side. */
export type PageReason = Failure | "busy" | "broken";

/** A page and what it is sent with. */
export type Page = { readonly status: number; readonly html: string };

const reasons: Readonly<Record<PageReason, { readonly status: number; readonly text: string }>> = {
	expired: { status: 410, text: "This sign-in was used already, or it took longer than ten minutes." },
	denied: { status: 403, text: "The sign-in service of your organization did not let you in." },
	silent: { status: 502, text: "The sign-in service of your organization does not answer." },
	untrusted: { status: 403, text: "The answer of your organization's sign-in service could not be trusted." },
	unconfirmed: { status: 403, text: "The sign-in service of your organization does not confirm your email address." },
	changed: { status: 403, text: "The sign-in service of your organization was changed meanwhile." },
	not_invited: { status: 403, text: "Nobody has invited you to this organization. Ask its admin for an invite." },
	other_person: { status: 403, text: "This email address belongs to another person here. Ask the admin of your organization." },
	busy: { status: 429, text: "There were too many sign-ins from your network. Wait a minute." },
	broken: { status: 500, text: "Something went wrong on our side." },
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
export function failurePage(reason: PageReason, requestId: string): Page {
	const { status, text } = reasons[reason];
	const body = `<p>${text}</p><p>Begin again in the Webhand panel.</p><p><small>Request ${escaped(requestId)}</small></p>`;
	return { status, html: pageOf("That did not work", body) };
}

/** The page that the tab of a sign-in ends on. */
export function donePage(): Page {
	return { status: 200, html: pageOf("You are signed in", "<p>Go back to the Webhand panel. You can close this tab.</p>") };
}

function pageOf(title: string, body: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Webhand</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
