import type { ZooPages } from "./page.ts";

/** Widgets made of plain elements, and what only a pointer or a key does. */
export const widgetPages: ZooPages = {
	choices: {
		title: "Choices",
		body: () => `<style>.custom input { position: absolute; opacity: 0; width: 0; height: 0 } .custom span { padding: 4px; border: 1px solid } [hidden] { display: none }
		#portal [role=option] { padding: 4px }</style>
		<p class="custom"><label><input type="checkbox" onchange="say('news ' + this.checked)"><span>News by mail</span></label>
		<label><input type="radio" name="pay" onchange="say('pay card')"><span>By card</span></label><label><input type="radio" name="pay" onchange="say('pay bill')"><span>By bill</span></label></p>
		<label>Languages <select multiple size="4" onchange="say('languages ' + [...this.selectedOptions].map((o) => o.label).join('+'))"><option>Danish<option>Dutch<option>Finnish<option>Greek</select></label>
		<ul role="listbox" aria-label="Colour" tabindex="0"><li role="option" aria-selected="false" onclick="pick(this)">Red</li><li role="option" aria-selected="false" onclick="pick(this)">Blue</li></ul>
		<div role="combobox" aria-label="Airport" aria-haspopup="listbox" aria-expanded="false" aria-controls="portal" tabindex="0" id="airport">Choose an airport</div>
		<div role="switch" aria-checked="false" tabindex="0" aria-label="Night mode" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true'); say('night ' + this.getAttribute('aria-checked'))">◐</div><script>
		const pick = (option) => { for (const each of option.parentNode.children) each.setAttribute("aria-selected", each === option); say("colour " + option.textContent); };
		// A portal: its list is not there before it is opened, hangs below the body, comes late, and reacts to the pressed button.
		airport.addEventListener("mousedown", () => { airport.setAttribute("aria-expanded", "true"); setTimeout(() => {
			const list = document.createElement("div"); list.id = "portal"; list.setAttribute("role", "listbox");
			for (const name of ["Bergen", "Lisbon", "Vienna"]) { const option = document.createElement("div"); option.setAttribute("role", "option"); option.textContent = name;
				option.addEventListener("mousedown", () => { airport.textContent = name; airport.setAttribute("aria-expanded", "false"); list.remove(); say("airport " + name); }); list.append(option); }
			document.body.append(list); }, 120); });
		</script>`,
	},
	mouse: {
		title: "Mouse",
		body: () => `		<button ondblclick="say('double')" oncontextmenu="event.preventDefault(); say('menu')" onauxclick="say('button ' + event.button)">Everything</button>
		<canvas id="board" width="200" height="100" role="img" aria-label="Board" tabindex="0"></canvas>
		<div id="menu"><button id="more">Products</button><div id="sub" style="display: none"><button onclick="say('kettles')">Kettles</button></div></div><script>
		board.addEventListener("click", (event) => say("board " + Math.round(event.offsetX) + "," + Math.round(event.offsetY)));
		menu.addEventListener("mouseenter", () => { sub.style.display = "block"; });
		menu.addEventListener("mouseleave", () => { sub.style.display = "none"; });
		addEventListener("keydown", (event) => { if (event.ctrlKey && event.key === "k") say("palette"); });
		</script>`,
	},
	// A menu that no script opens: only a pointer that rests there does.
	menu: {
		title: "Menu of styles",
		body: () => `<style>#menu div { visibility: hidden } #menu:hover div { visibility: visible }</style>
		<nav id="menu"><button>Departments</button><div><button onclick="say('kettles')">Kettles</button></div></nav>`,
	},
	// More than a page text shows: a word that looks like any other, and a list of five hundred.
	lookups: {
		title: "Look closer",
		body: () => `<p>Somewhere here is a <span id="lever">hidden lever</span>, so they say.</p>
		<label>Town <select onchange="say(this.value)">${Array.from({ length: 500 }, (_, index) => `<option>Town ${index}</option>`).join("")}</select></label>
		<ul>${Array.from({ length: 3 }, (_, index) => `<li>Shelf ${index} <button>Take ${index}</button></li>`).join("")}</ul><script>
		find("lever").addEventListener("click", () => say("lever"));
		</script>`,
	},
	drags: {
		title: "Dragging",
		body: () => `<style>.box { width: 120px; height: 40px; margin: 8px; background: #ddd }</style>
		<div style="width: 320px; background: #eee"><div id="knob" class="box" role="slider" aria-label="Price" aria-valuenow="0" tabindex="0" style="width: 20px; margin: 0"></div></div>
		<div id="card" class="box" draggable="true" role="button" tabindex="0">Write tests</div><div id="done" class="box" role="button" tabindex="0">Done</div><script>
		let from = null;
		knob.addEventListener("pointerdown", (event) => { from = event.clientX; knob.setPointerCapture?.(event.pointerId); });
		knob.addEventListener("pointermove", (event) => { if (from !== null) knob.style.marginLeft = Math.round(event.clientX - from) + "px"; });
		addEventListener("pointerup", () => { if (from !== null) say("price " + knob.style.marginLeft); from = null; });
		card.addEventListener("dragstart", (event) => { event.dataTransfer.setData("text/plain", "card"); event.dataTransfer.effectAllowed = "move"; });
		done.addEventListener("dragover", (event) => event.preventDefault());
		done.addEventListener("drop", (event) => { event.preventDefault(); done.append(find(event.dataTransfer.getData("text/plain"))); say("done " + done.children.length); });
		</script>`,
	},
	layers: {
		title: "Layers",
		body: () => `<button onclick="find('box').showModal()">Open dialog</button><dialog id="box" aria-label="Your name"><label>Nickname <input id="nick"></label><button onclick="say('nick ' + nick.value); find('box').close()">Keep it</button></dialog>
		<button popovertarget="tip">Tips</button><div id="tip" popover><button onclick="say('tip taken')">Take the tip</button></div>
		<p style="height: 300px"></p><button id="buy" onclick="say('stored')" style="margin-left: 20px">Store it</button><p style="height: 1500px">Far below</p>
		<div id="cookies" role="region" aria-label="Cookies" style="position: fixed; inset: auto 0 0 0; height: 90%; background: #fff; border: 1px solid; z-index: 9; display: none">We like cookies. <button onclick="cookies.remove(); say('cookies refused')">Refuse all</button></div>
		<header style="position: sticky; top: 0; height: 60px; background: #eee">Always on top</header>`,
	},
	zoomed: {
		title: "Zoomed",
		root: 'style="zoom: 1.5"',
		body: () => `<div style="transform: scale(0.6) rotate(20deg); transform-origin: 0 0"><canvas id="board" width="200" height="100" role="img" aria-label="Board" tabindex="0"></canvas>
		<button onclick="say('small')">Small button</button></div><p style="height: 2000px"></p><button onclick="say('far')">Far button</button>
		<div id="knob" role="slider" aria-label="Knob" aria-valuenow="0" tabindex="0" style="width: 60px; height: 20px; background: #ccc"></div><script>
		board.addEventListener("click", (event) => say("board"));
		knob.addEventListener("pointerdown", () => say("knob"));
		</script>`,
	},
	// As pages of ASP.NET are made: the address itself is what runs.
	"script-links": {
		title: "Links that are scripts",
		body: () => `<a href="javascript:say('link', void 0)">Post back</a> <a href="javascript:say('never')" onclick="say('own click'); return false">Handled</a>
		<a href="javascript:void(0)">Idle</a> <a href="javascript:say('new window')" target="_blank">Elsewhere</a>
		<form action="javascript:say('sent ' + word.value)"><label>Word <input id="word" required></label><button>Send it</button></form>
		<form action="/zoo/arrived"><button formaction="javascript:say('formaction')">Other way</button></form>
		<button onclick="post.click()">By a script</button> <a id="post" href="javascript:say('once')" tabindex="-1">-</a>
		<div id="host"></div><button id="menu">Choose now</button><script>
		host.attachShadow({ mode: "closed" }).innerHTML = '<form action="javascript:say(&quot;shadow&quot;)"><button>Inner</button></form>';
		const item = menu;
		item.addEventListener("mousedown", () => { say("pressed"); item.remove(); });
		item.addEventListener("click", () => say("clicked"));
		addEventListener("mouseup", () => { if (!item.isConnected) say("released"); });
		</script>`,
	},
	// Reacts to trusted events only, as some shops and banks do.
	gate: {
		title: "Trusted only",
		body: () => `<button id="go">Go on</button><label>Code word <input id="word"></label><p id="shown">Nothing happened yet</p><script>
		go.addEventListener("click", (event) => { if (event.isTrusted) { say("trusted click"); shown.textContent = "It happened"; } });
		word.addEventListener("input", (event) => { if (event.isTrusted) say("trusted " + word.value); else word.value = ""; });
		word.addEventListener("keydown", (event) => { if (event.isTrusted && event.key === "F2") say("trusted key"); });
		</script>`,
	},
};
