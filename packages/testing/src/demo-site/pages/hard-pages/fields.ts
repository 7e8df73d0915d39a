import type { ZooPages } from "./page.ts";

/** Fields of every kind, as frameworks and browsers make them. */
export const fieldPages: ZooPages = {
	// As React does it: a tracker on the element believes what passed through its setter, and each render writes the state back.
	controlled: {
		title: "Controlled fields",
		body: () => `<div id="app"></div><script>
		const state = { name: "", story: "", terms: false, city: "Oslo", size: "S" };
		const track = (element, property) => {
			const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), property);
			let known = String(element[property]);
			Object.defineProperty(element, property, { configurable: true, get() { return own.get.call(this); }, set(value) { known = String(value); own.set.call(this, value); } });
			return () => { const next = String(own.get.call(element)); const isNews = next !== known; known = next; return isNews; };
		};
		const fields = [];
		const add = (label, element, property, key, event) => {
			const row = document.createElement("label");
			row.append(label + " ", element);
			app.append(row, document.createElement("br"));
			element[property] = state[key];
			const isNews = track(element, property);
			element.addEventListener(event, () => {
				if (isNews()) state[key] = element[property];
				queueMicrotask(() => { for (const write of fields) write(); });
			});
			fields.push(() => { if (element[property] !== state[key]) element[property] = state[key]; });
		};
		const make = (tag, more = {}) => Object.assign(document.createElement(tag), more);
		add("Name", make("input"), "value", "name", "input");
		add("Story", make("textarea"), "value", "story", "input");
		add("Terms", make("input", { type: "checkbox" }), "checked", "terms", "click");
		const city = make("select"); city.append(new Option("Oslo"), new Option("Rome"), new Option("Lima"));
		add("City", city, "value", "city", "change");
		for (const size of ["S", "L"]) {
			const radio = make("input", { type: "radio", name: "size", value: size });
			const row = make("label"); row.append("Size " + size + " ", radio); app.append(row);
			radio.addEventListener("click", () => { state.size = size; });
		}
		setInterval(() => { for (const write of fields) write(); }, 50);
		</script>`,
	},
	// One that the browser edits, one that keeps a document of its own and takes input events only, one that accepts only trusted events.
	editors: {
		title: "Editors",
		body: () => `<div id="plain" contenteditable="true" aria-label="Letter">Dear all</div>
		<div id="model" contenteditable="true" role="textbox" aria-label="Article" data-slate-editor="true">Draft</div><script>
		plain.addEventListener("input", () => say("letter " + plain.textContent));
		let text = "Draft";
		model.addEventListener("beforeinput", (event) => {
			event.preventDefault();
			const all = getSelection().toString() === text;
			if (event.inputType === "insertText") text = (all ? "" : text) + event.data;
			if (event.inputType.startsWith("delete")) text = all ? "" : text.slice(0, -1);
			model.textContent = text;
			say("article " + text);
		});
		</script>`,
	},
	dates: {
		title: "Dates and the like",
		body: () => `<form id="form">${[
			["Day", "date"],
			["Hour", "time"],
			["Moment", "datetime-local"],
			["Month", "month"],
			["Week", "week"],
			["Colour", "color"],
			["Count", "number"],
		]
			.map(([label, type]) => `<label>${label} <input type="${type}" name="${label}"></label>`)
			.join("")}
		<label>Volume <input type="range" name="Volume" min="0" max="10" step="2" value="4"></label>
		<label>Born <input name="Born" placeholder="dd/mm/yyyy" maxlength="10" id="born"></label></form><script>
		// A mask, as many date fields have: digits only, and the slashes come by themselves.
		born.addEventListener("input", () => { const digits = born.value.replace(/\\D/g, ""); born.value = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join("/"); });
		form.addEventListener("change", (event) => say(event.target.name + " " + event.target.value));
		</script>`,
	},
	upload: {
		title: "Files",
		body: () => `<label>Your CV <input type="file" id="cv"></label><div id="drop">Drop pictures here</div><script>
		cv.addEventListener("change", async () => { for (const file of cv.files) say(file.name + " " + file.type + " " + (await file.text())); });
		</script>`,
	},
	scripts: {
		title: "שלום, عالم",
		root: 'dir="rtl"',
		body: () => `<p>טקסט מימין לשמאל עם English באמצע</p><label>שם מלא <input id="name"></label>
		<button onclick="say('saved ' + find('name').value)">حفظ 💾</button><button onclick="say('family')">👩‍👩‍👧 Family</button>`,
	},
	terms: {
		title: "Terms",
		body: () => `<div id="text" tabindex="0" role="region" aria-label="Terms text" style="height: 120px; width: 300px; overflow: auto; border: 1px solid">
		${"<p>Nobody reads this to its end, yet everybody must.</p>".repeat(30)}</div><button id="agree" disabled onclick="say('agreed')">I agree</button><script>
		text.addEventListener("scroll", () => { if (text.scrollTop + text.clientHeight >= text.scrollHeight - 5) agree.disabled = false; });
		</script>`,
	},
};
