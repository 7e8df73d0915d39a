import { pageOf } from "../shell.ts";
import type { ChangeTask, State } from "../task.ts";

const invoices = [
	["1001", "Initech", "120.00 €"],
	["1002", "Umbrella", "75.50 €"],
	["1003", "Globex", "310.00 €"],
	["1004", "Umbrella", "42.00 €"],
	["1005", "Stark", "990.00 €"],
	["1006", "Wayne", "75.50 €"],
] as const;

const first: State = Object.fromEntries(invoices.map(([number]) => [number, "open"]));
const script = `document.addEventListener("click",({target})=>{const {deed,number}=target.dataset;if(!deed)return;
if(target.dataset.asks&&!document.getElementById("reason").value)return say("Give a reason first.");
fetch("/"+deed,{method:"POST",body:new URLSearchParams({number})}).then(()=>{target.closest("tr").querySelector("[data-status]").textContent=deed;say("Invoice "+number+": "+deed)})});`;

/** A table with the same buttons in each row. */
export const tableTask: ChangeTask = {
	name: "table",
	isHeldOut: false,
	start: "/invoices",
	first,
	answer: ({ path, form }, state, look) => {
		const { is, wrap, inOrder, beside, style } = look;
		if (path === "/approved" || path === "/rejected")
			return { answer: { to: "/invoices" }, state: { ...state, [form.get("number") ?? ""]: path.slice(1) } };
		if (path !== "/invoices") return undefined;
		const asks = is("required") ? ` data-asks="1"` : "";
		const rows = invoices.map(([number, customer, amount]) => {
			const approve = `<button class="${style("ok")}" data-deed="approved" data-number="${number}"${asks}>${is("renamed") ? "Accept" : "Approve"}</button>`;
			const reject = `<button data-deed="rejected" data-number="${number}"${asks}>Reject</button>`;
			const buttons = is("moved") ? `${reject} ${approve}` : `${wrap(approve)} ${beside("<button>Comment</button>")} ${reject}`;
			const cells = [
				number,
				customer,
				amount,
				`<span data-status>${state[number]}</span>`,
				...(is("neighbours") ? ["2026-04-01"] : []),
				buttons,
			];
			return `<tr>${(is("moved") ? [cells.at(-1) ?? "", ...cells.slice(0, -1)] : cells).map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
		});
		const heads = ["Number", "Customer", "Amount", "Status", ...(is("neighbours") ? ["Due"] : []), "Decision"];
		const head = (is("moved") ? [heads.at(-1) ?? "", ...heads.slice(0, -1)] : heads).map((one) => `<th>${one}</th>`).join("");
		const reason = is("required") ? `<label>Reason * <input id="reason"></label>` : "";
		const body = `${reason}<table class="${style("list")}"><thead><tr>${head}</tr></thead><tbody>${inOrder(rows)}</tbody></table>`;
		return { answer: { html: pageOf({ title: "Invoices", body, script }, look) } };
	},
	hands: async (tab) => {
		await tab.locator("tr", { hasText: "1004" }).getByRole("button", { name: "Approve" }).click();
		await tab.getByText("Invoice 1004: approved").waitFor();
	},
	given: {},
	meant: { ...first, "1004": "approved" },
	zoom: 1.5,
};
