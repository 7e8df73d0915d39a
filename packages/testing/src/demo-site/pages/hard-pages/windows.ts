import type { ZooPages } from "./page.ts";

/** Pages that lead elsewhere: routes, tabs, dialogs, downloads, frames. */
export const windowPages: ZooPages = {
	frames: {
		title: "Frames in frames",
		body: ({ other }) => `<iframe title="Same" src="/zoo/inner?name=same"></iframe><iframe title="Other" src="${other}/zoo/holder"></iframe>
		<iframe title="Sandboxed" sandbox="allow-scripts" src="/zoo/inner?name=sandboxed"></iframe>`,
	},
	// A page that accepts only trusted events, far down in a scaled frame of another site.
	gated: {
		title: "Trusted only, elsewhere",
		body: ({ other }) =>
			`<p style="height: 1400px">Far above</p><iframe title="Elsewhere" src="${other}/zoo/gate" style="width: 500px; height: 400px; border: 5px solid; padding: 7px; transform: scale(0.8); transform-origin: 0 0"></iframe>`,
	},
	holder: { title: "Holder", body: () => `<iframe title="Deep" src="/zoo/inner?name=deep"></iframe>` },
	inner: {
		title: "Inner",
		body: () => `<script>const name = new URLSearchParams(location.search).get("name");
		document.body.innerHTML += '<label>Field ' + name + ' <input id="field"></label><button id="save">Save ' + name + '</button>';
		save.onclick = () => { say(name + " " + field.value); parent.postMessage("saved", "*"); };</script>`,
	},
	shadows: {
		title: "Shadows",
		body: () => `<outer-box><span slot="label">Slotted</span><button slot="action" onclick="say('slotted')">Slotted button</button></outer-box><script>
		customElements.define("inner-box", class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: "closed" });
			root.innerHTML = '<label>Secret place <input></label><button>Deep button</button>'; root.querySelector("button").onclick = () => say("deep " + root.querySelector("input").value); } });
		customElements.define("outer-box", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = '<slot name="label"></slot><inner-box></inner-box><slot name="action"></slot>'; } });
		</script>`,
	},
	endless: {
		title: "Endless",
		body: () => `<ul id="list"></ul><p id="end">Loading more …</p><script>
		let count = 0;
		const more = () => { for (let i = 0; i < 10; i += 1) { count += 1; const row = document.createElement("li"); row.style.height = "60px"; row.innerHTML = '<button onclick="say(this.textContent)">Item ' + count + '</button>'; list.append(row); } };
		for (let i = 0; i < 2; i += 1) more();
		addEventListener("scroll", () => { if (scrollY + innerHeight >= document.body.scrollHeight - 50 && count < 60) setTimeout(more, 150); });
		</script>`,
	},
	routes: {
		title: "Routes",
		body: () => `<nav><a href="/zoo/routes/news">News</a></nav><div id="view">Start</div><script>
		const show = () => { view.textContent = "Loading …"; setTimeout(() => { view.innerHTML = location.pathname.endsWith("news") ? '<h2>News</h2><button onclick="say(\\'read\\')">Read it</button>' : '<h2>Start again</h2>'; }, 250); };
		document.querySelector("a").addEventListener("click", (event) => { event.preventDefault(); history.pushState({}, "", "/zoo/routes/news"); show(); });
		addEventListener("popstate", () => { say("back"); show(); });
		</script>`,
	},
	tabs: {
		title: "Tabs",
		body: () =>
			`<a href="/zoo/helper?by=link" target="_blank">Open a page</a> <button onclick="window.open('/zoo/helper?by=script')">Open by script</button><button onclick="say('home')">Back home</button>`,
	},
	helper: {
		title: "Second page",
		body: () => `<button onclick="say('done'); fetch('/zoo/effects/tabs' + location.search)">Do it here</button>`,
	},
	// Reports how it was opened.
	visits: {
		title: "Visits",
		body: () => `<p>Here</p><script>
		addEventListener("pageshow", (event) => fetch("/zoo/effects/visits?by=" + (event.persisted ? "back_forward" : performance.getEntriesByType("navigation")[0].type)));
		</script>`,
	},
	dialogs: {
		title: "Dialogs",
		body: () =>
			`<button onclick="alert('Stock is low'); say('told')">Tell me</button><button onclick="say('answer ' + confirm('Really?'))">Ask me</button><button onclick="say('number ' + prompt('How many?'))">How many</button>`,
	},
	downloads: {
		title: "Downloads",
		body: () => `<a href="/zoo/file.csv" download="prices.csv">Price list</a> <a href="/zoo/file.csv">Report</a>`,
	},
	policy: {
		title: "Strict policy",
		nonce: "zoo",
		headers: {
			"content-security-policy":
				"default-src 'none'; script-src 'nonce-zoo'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-same-origin allow-forms",
		},
		body: () =>
			`<label>Amount <input id="amount"></label><button id="ok">Note it</button><script nonce="zoo">find("ok").addEventListener("click", () => say("noted " + find("amount").value));</script>`,
	},
	elsewhere: {
		title: "Elsewhere",
		body: ({ other }) => `<a href="/zoo/redirect?to=${encodeURIComponent(`${other}/zoo/helper`)}">Go there</a>`,
	},
};
