import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { inputField, radioField } from "../fields.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import type { Visitors } from "../visitors.ts";
import { Form } from "./forms.ts";

const Owner = z.object({ visitor: z.string() });

/** Pages inside frames, of the same and of another origin, and controls inside shadow roots. */
export function addEmbeddedPages(app: FastifyInstance, visitors: Visitors): void {
	app.get("/frames", (request, reply) => {
		const [name = "127.0.0.1", port = "80"] = request.host.split(":");
		const other = `http://${name === "localhost" ? "127.0.0.1" : "localhost"}:${port}`;
		return reply.page({ title: "Framed pages", body: framesPage(request.visitor.id, other) });
	});
	// A frame of another origin gets no cookie, so its address carries the visitor.
	for (const [path, frame] of Object.entries(frames)) {
		app.get(path, (request, reply) => reply.bare({ title: frame.title, body: frame.form(path, Owner.parse(request.query).visitor) }));
		app.post(path, async (request, reply) => {
			const values = Form.parse(request.body ?? {});
			const { visitor } = Owner.parse(values);
			const { choices, sent } = visitors.open(visitor);
			choices[frame.field] = values[frame.field] ?? "";
			sent.push(frame.field);
			await setTimeout(frame.answerMs);
			return reply.bare({
				title: frame.title,
				body: html`<h2>${frame.title}</h2><p role="status">Saved: ${values[frame.field] ?? ""}</p>`,
			});
		});
	}
	app.get("/components", (_request, reply) => reply.page({ title: "Components", body: componentsPage }));
	app.post("/components", (request) => {
		Object.assign(request.visitor.choices, Form.parse(request.body ?? {}));
		return { choices: request.visitor.choices };
	});
}

const frames = {
	"/frames/gift": {
		title: "Gift message",
		field: "gift",
		answerMs: 0,
		form: (path: string, visitor: string) =>
			frameForm(
				{ path, visitor, title: "Gift message" },
				html`${inputField({ name: "gift", label: "Message on the card" })}<button type="submit">Save message</button>`,
			),
	},
	"/frames/newsletter": {
		title: "Newsletter",
		field: "newsletter",
		// Longer than the wait for an idle page.
		answerMs: 800,
		form: (path: string, visitor: string) =>
			frameForm(
				{ path, visitor, title: "Newsletter" },
				html`${radioField({ name: "newsletter", label: "How often?" }, ["Weekly", "Monthly"])}<button type="submit">Subscribe</button>`,
			),
	},
};

function frameForm(
	{ path, visitor, title }: { readonly path: string; readonly visitor: string; readonly title: string },
	fields: Html,
): Html {
	return html`<h2>${title}</h2><form method="post" action="${path}" aria-label="${title}"><input type="hidden" name="visitor" value="${visitor}">${fields}</form>`;
}

function framesPage(visitor: string, other: string): Html {
	return html`<h1>Framed pages</h1><p class="soft">The left frame belongs to this site, the right one to another origin.</p>
<div class="frames"><iframe title="Gift message" src="/frames/gift?visitor=${visitor}"></iframe><iframe title="Newsletter" src="${other}/frames/newsletter?visitor=${visitor}"></iframe></div>`;
}

const componentsPage = html`<div class="narrow"><h1>Components</h1><p class="soft">These controls live in shadow roots, the first open, the second closed.</p>
<div class="panel"><guest-count>Number of guests</guest-count><gift-wrap></gift-wrap></div></div>`;
