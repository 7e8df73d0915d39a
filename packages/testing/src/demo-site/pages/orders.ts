import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { createRandom } from "../catalogue.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { formatMoney } from "../money.ts";
import { Form } from "./forms.ts";

/** An invented order of the order lists. `date` is ISO. */
type ListedOrder = {
	readonly number: string;
	readonly date: string;
	readonly customer: string;
	readonly status: string;
	readonly total: string;
};

const tableRows = 2_000;
const listRows = 10_000;
const names = [
	"Ada Lovelace",
	"Alan Turing",
	"Grace Hopper",
	"Edsger Dijkstra",
	"Barbara Liskov",
	"Donald Knuth",
	"Radia Perlman",
	"Tony Hoare",
];
const statuses = ["Delivered", "On its way", "Packed", "Returned"];
const orders = makeOrders(listRows);

/** Orders as a table of 2,000 rows and as a list of 10,000 of which only the visible part is in the page. */
export function addOrderPages(app: FastifyInstance): void {
	app.get("/orders", (_request, reply) => reply.page({ title: "Orders", body: ordersPage() }));
	app.post("/orders", (request, reply) => {
		const wanted = Form.parse(request.body ?? {})["order"];
		const order = orders.find(({ number }) => number === wanted);
		if (order !== undefined) request.visitor.repeatedOrders.push(order.number);
		request.visitor.notice = order === undefined ? "There is no such order." : `Order ${order.number} is ordered again.`;
		return reply.redirect("/orders", 303);
	});
	app.get("/orders/all", (_request, reply) => reply.page({ title: "All orders", body: listPage() }));
	app.get("/orders/data", (request) => {
		const slice = z.object({ from: z.coerce.number().int().min(0), count: z.coerce.number().int().min(1).max(100) }).parse(request.query);
		return orders.slice(slice.from, slice.from + slice.count);
	});
}

/** The first `count` invented orders, the same on every run, newest first. */
function makeOrders(count: number): readonly ListedOrder[] {
	const random = createRandom(2_000);
	const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
	const newest = Date.UTC(2026, 1, 27);
	return Array.from({ length: count }, (_, index) => ({
		number: `H-${90_000 - index}`,
		date: new Date(newest - Math.floor(index / 8) * 86_400_000).toISOString().slice(0, 10),
		customer: pick(names),
		status: pick(statuses),
		total: formatMoney(990 + Math.floor(random() * 24_000)),
	}));
}

function ordersPage(): Html {
	const rows = orders.slice(0, tableRows).map(
		(
			order,
		) => html`<tr><th scope="row">${order.number}</th><td>${order.date}</td><td>${order.customer}</td><td>${order.status}</td><td class="number">${order.total}</td>
<td><button name="order" value="${order.number}" aria-label="Order ${order.number} again">Order again</button></td></tr>`,
	);
	return html`<h1>Orders</h1><form class="panel" method="post" action="/orders" aria-label="Orders"><table><caption>The newest ${tableRows.toLocaleString("en")} orders</caption>
<thead><tr><th scope="col">Order</th><th scope="col">Date</th><th scope="col">Customer</th><th scope="col">Status</th><th scope="col" class="number">Total</th><th scope="col"><span class="hidden">Action</span></th></tr></thead><tbody>${rows}</tbody></table></form>`;
}

function listPage(): Html {
	return html`<h1>All orders</h1><p class="soft">${listRows.toLocaleString("en")} orders. Only those in view are in the page.</p>
<div class="list" role="region" aria-label="All orders" tabindex="0" data-list="${listRows}"><ol></ol></div>`;
}
