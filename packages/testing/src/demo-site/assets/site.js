// The shop works without this file, but for the components, the price of a size and the long list.

const sizes = document.querySelector("select[data-prices]");
sizes?.addEventListener("change", () => {
	const price = sizes.selectedOptions[0]?.dataset["price"];
	const shown = document.querySelector("[data-shown-price]");
	if (price && shown) shown.textContent = price;
});

function tell(text) {
	const toast = document.createElement("p");
	toast.className = "notice toast";
	toast.textContent = text;
	document.querySelector("#notices")?.replaceChildren(toast);
	setTimeout(() => toast.remove(), 8_000);
}

function showErrors(form, errors) {
	for (const field of form.querySelectorAll("[data-field]")) {
		const name = field.dataset["field"];
		const text = errors[name];
		const place = field.querySelector(".error");
		place.textContent = text ?? "";
		place.hidden = text === undefined;
		for (const control of field.querySelectorAll("input, select, textarea")) {
			if (text === undefined) control.removeAttribute("aria-invalid");
			else control.setAttribute("aria-invalid", "true");
			if (text !== undefined) control.setAttribute("aria-describedby", place.id);
		}
	}
	form.querySelector("[aria-invalid]")?.focus();
}

for (const form of document.querySelectorAll("form[data-live]")) {
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		const reply = await fetch(form.action, {
			method: "POST",
			headers: { accept: "application/json" },
			body: new URLSearchParams(new FormData(form)),
		});
		const { errors, message } = await reply.json();
		showErrors(form, errors ?? {});
		if (!message) return;
		form.reset();
		tell(message);
	});
}

const list = document.querySelector("[data-list]");
if (list) {
	const rows = list.querySelector("ol");
	const rowPixels = 44;
	const count = Number(list.dataset["list"]);
	rows.style.height = `${count * rowPixels}px`;
	let shownFrom = -1;
	const show = async () => {
		const from = Math.max(0, Math.floor(list.scrollTop / rowPixels) - 5);
		if (from === shownFrom) return;
		shownFrom = from;
		const orders = await (await fetch(`/orders/data?from=${from}&count=25`)).json();
		if (from !== shownFrom) return;
		rows.replaceChildren(...orders.map((order, index) => row(order, from + index)));
	};
	const row = (order, index) => {
		const item = document.createElement("li");
		item.style.top = `${index * rowPixels}px`;
		item.setAttribute("aria-setsize", String(count));
		item.setAttribute("aria-posinset", String(index + 1));
		item.append(
			...[order.number, order.date, order.customer, order.total].map((text) =>
				Object.assign(document.createElement("span"), { textContent: text }),
			),
		);
		return item;
	};
	list.addEventListener("scroll", () => void show(), { passive: true });
	void show();
}

const componentStyle = `
	:host { display: block; margin-bottom: 20px; }
	.row { display: flex; align-items: center; gap: 10px; }
	button { font: inherit; font-weight: 600; min-width: 44px; padding: 9px 14px; border: 1px solid var(--field-line); border-radius: 10px; background: transparent; color: var(--ink); cursor: pointer; }
	button:hover { background: var(--stage); }
	input[type="number"] { font: inherit; width: 90px; padding: 9px 12px; border: 1px solid var(--field-line); border-radius: 10px; background: var(--panel); color: var(--ink); }
	input[type="radio"] { width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
	fieldset { border: 0; padding: 0; margin: 0; }
	legend, label.name { font-weight: 600; display: block; margin-bottom: 8px; padding: 0; }
	:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

async function keep(field, value) {
	await fetch("/components", { method: "POST", headers: { accept: "application/json" }, body: new URLSearchParams({ [field]: value }) });
	tell(`Saved: ${value}`);
}

customElements.define(
	"guest-count",
	class extends HTMLElement {
		connectedCallback() {
			const root = this.attachShadow({ mode: "open" });
			root.innerHTML = `<style>${componentStyle}</style>
				<label class="name" for="count"><slot></slot></label>
				<div class="row"><button type="button" aria-label="Fewer guests">−</button><input id="count" type="number" min="1" max="20" value="2">
				<button type="button" aria-label="More guests">+</button><button type="button" class="save">Save guests</button></div>`;
			const [fewer, more, save] = root.querySelectorAll("button");
			const count = root.querySelector("input");
			fewer.addEventListener("click", () => count.stepDown());
			more.addEventListener("click", () => count.stepUp());
			save.addEventListener("click", () => void keep("guests", count.value));
		}
	},
);

customElements.define(
	"gift-wrap",
	class extends HTMLElement {
		connectedCallback() {
			// Closed on purpose: only an extension can look inside.
			const root = this.attachShadow({ mode: "closed" });
			const choices = ["Plain paper", "Striped paper", "Cloth"];
			root.innerHTML = `<style>${componentStyle}</style><fieldset><legend>Gift wrap</legend><div class="row">${choices
				.map(
					(choice, index) =>
						`<input type="radio" name="wrap" id="wrap-${index}" value="${choice}"><label for="wrap-${index}">${choice}</label>`,
				)
				.join("")}</div></fieldset>`;
			root.addEventListener("change", (event) => void keep("wrap", event.target.value));
		}
	},
);
