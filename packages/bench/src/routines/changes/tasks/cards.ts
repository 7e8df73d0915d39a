import { pageOf } from "../shell.ts";
import type { ChangeTask } from "../task.ts";

const products = [
	["Desk lamp", "34.40 €", ""],
	["Floor lamp", "89.00 €", "Sold out"],
	["Desk", "240.00 €", ""],
	["Chair", "59.00 €", "New"],
	["Shelf", "34.40 €", ""],
] as const;

const script = `document.addEventListener("click",({target})=>{const {name}=target.dataset;if(!name)return;const card=target.closest("[data-card]");
const size=card.querySelector("select");if(size&&!size.value)return say("Choose a size first.");
const count=card.querySelector("input").value;
fetch("/cart",{method:"POST",body:new URLSearchParams({name,count})}).then(()=>say(count+" × "+name+" added"))});`;

/** Cards with a field and a button each; one has no button, and some a mark. */
export const cardsTask: ChangeTask = {
	name: "cards",
	isHeldOut: false,
	start: "/shop",
	first: {},
	answer: ({ path, form }, state, look) => {
		const { is, wrap, inOrder, beside, style } = look;
		if (path === "/cart") {
			const name = form.get("name") ?? "";
			return { answer: { to: "/shop" }, state: { ...state, [name]: `${state[name] ?? ""}+${form.get("count")}` } };
		}
		if (path !== "/shop") return undefined;
		const cards = products.map(([name, price, mark]) => {
			const field = `<label>${is("renamed") ? "Quantities" : "Quantity"} <input name="count" type="number" value="1"></label>`;
			const size = is("required")
				? `<label>Size * <select><option value=""></option><option>S</option><option>L</option></select></label>`
				: "";
			const add = mark === "Sold out" ? "" : wrap(`<button data-name="${name}">Add to cart</button>`);
			const title = `<h3>${name}</h3>`;
			const facts = `<p>${price}</p>${mark === "" ? "" : `<p>${mark}</p>`}${beside(`<button>Compare</button><p>Ships in 2 days</p>`)}`;
			const inner = is("moved") ? `${title}${add}${field}${size}${facts}` : `${title}${facts}${field}${size}${add}`;
			return `<div class="${style("card")}" data-card>${inner}</div>`;
		});
		const body = `<div class="${style("cards")}">${inOrder(cards)}</div>`;
		return { answer: { html: pageOf({ title: "Shop", body, script }, look) } };
	},
	hands: async (tab) => {
		const card = tab.locator("[data-card]", { hasText: "240.00" });
		await card.getByLabel("Quantity").fill("2");
		await card.getByRole("button", { name: "Add to cart" }).click();
		await tab.getByText("2 × Desk added").waitFor();
	},
	given: { Quantity: "3" },
	meant: { Desk: "+3" },
	zoom: 0.8,
};
