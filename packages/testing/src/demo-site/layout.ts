import type { Html } from "./html.ts";
import { html } from "./html.ts";
import type { Visitor } from "./visitors.ts";
import { countOf } from "./visitors.ts";

/** A page of the shop: its title, its content, and whether the search box stands in the content instead of the header. */
export type Page = { readonly title: string; readonly body: Html; readonly hasOwnSearch?: boolean; readonly query?: string };

/** A whole page: header with search and cart, the notice, the content, footer. */
export function renderPage(visitor: Visitor, page: Page): string {
	const { notice } = visitor;
	visitor.notice = null;
	return `<!doctype html>${
		html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Hearthside</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
<script src="/assets/site.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28"> Hearthside</a>
${page.hasOwnSearch === true ? html`<span></span>` : searchBox(page.query ?? "")}
<nav aria-label="Shop">
<a href="/orders">Orders</a>
<a href="/support">Support</a>
${account(visitor)}
<a class="cart-link" href="/cart">Cart (${countOf(visitor.cart)})</a>
</nav>
</header>
<main id="content" tabindex="-1">
<div id="notices" class="notices" role="status">${notice !== null && html`<p class="notice">${notice}</p>`}</div>
${page.body}
</main>
<footer class="bottom">
<p>Hearthside is a demonstration shop. Nothing here is for sale, and nothing leaves this computer.</p>
<nav aria-label="More"><a href="/frames">Framed pages</a> <a href="/components">Components</a> <a href="/orders/all">All orders</a></nav>
</footer>
</body>
</html>`.markup
	}`;
}

/** The search form; `GET /search?q=`. */
export function searchBox(query: string): Html {
	return html`<form class="search" role="search" action="/search">
<label class="hidden" for="q">Search products</label>
<input id="q" name="q" type="search" value="${query}" placeholder="Kettle, lamp, blanket …" autocomplete="off">
<button class="primary" type="submit">Search</button>
</form>`;
}

function account(visitor: Visitor): Html {
	if (visitor.signedInAs === null) return html`<a href="/sign-in">Sign in</a>`;
	return html`<span class="who">Hello, ${visitor.signedInAs}</span><form action="/sign-out" method="post"><button class="plain" type="submit">Sign out</button></form>`;
}

/** A page without the shop around it, as frames show it. */
export function renderBare({ title, body }: Pick<Page, "title" | "body">): string {
	return `<!doctype html>${
		html`<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="stylesheet" href="/assets/site.css"></head><body class="bare">${body}</body></html>`
			.markup
	}`;
}
