import { expect, test } from "vitest";
import { parsePage } from "../src/parse/parse.ts";
import { useBrowser } from "./browser/browser.ts";
import { forgeryTests } from "./suites/forgeries.ts";
import { secretTests } from "./suites/secrets.ts";

// One browser for all of them, because it costs more than most tests. `npm run test:full` tries many more pages.
const browser = useBrowser();

forgeryTests(browser);
secretTests(browser);
test("a page with fields named like DOM properties is read", async () => {
	const names = [
		"children",
		"childNodes",
		"firstChild",
		"nextSibling",
		"nodeType",
		"localName",
		"tagName",
		"attributes",
		"getAttribute",
		"shadowRoot",
		"action",
		"method",
		"elements",
		"parentNode",
		"checkVisibility",
		"getBoundingClientRect",
		"querySelectorAll",
		"id",
		"name",
		"title",
		"textContent",
	];
	const { call } = await browser.show(
		`<form action=/go method=post>${names.map((name) => `<input name=${name} aria-label=${name}>`).join("")}<button>Go</button></form><img name=title><img name=body><img name=documentElement><img name=activeElement>`,
	);
	const view = parsePage((await call("readPage")).text);
	expect(view.elements.size).toBe(names.length + 1);
	expect(view.forms).toMatchObject([{ method: "post", path: "/go" }]);
});

test("a page that is too large for its time is read from the visible area outwards", async () => {
	const { call, page } = await browser.show("<body></body>");
	await page.evaluate(() => {
		const far = "<div><a href=/x>far</a><span>text</span></div>".repeat(5_000);
		document.body.innerHTML = `<p>top</p>${far}<h2 id=here>Here</h2><button>Seen</button>${far}`;
		document.getElementById("here")?.scrollIntoView();
	});
	const text = await call("readTicks", 250);
	expect(text).toContain("@partial time");
	expect(text).toContain("## Here");
	expect(text).toMatch(/<button \d+>Seen/);
});

test("names agree with the accessibility library, except for spacing", async () => {
	const { call } = await browser.show(`<style>.req::after{content:" *"}.ic::before{content:"\\e001"}</style>
		<label>Wrapped <input></label> <label for=a>For</label><input id=a> <label class=req for=b>Required</label><input id=b>
		<label for=c>One</label><label for=c>Two</label><input id=c> <input title=T> <input placeholder=P> <input aria-label=" L ">
		<span id=x>By</span><span id=y>id</span><input aria-labelledby="x y"> <input type=submit> <input type=reset> <input type=button value=V> <input type=image alt=Alt>
		<label>Hidden <span style="display:none">no</span><input></label> <label>Nested <b>bold</b> <select><option>s</select><input></label>
		<button>Plain <b>bold</b></button> <button><div>Block</div><div>Block</div></button> <button><img alt=Image></button> <button class=ic>Icon</button>
		<button aria-label=Label>x</button> <button title=Tip></button> <button title=Tip>text</button> <button><svg><title>Svg</title></svg></button>
		<button>See <span aria-hidden=true>hidden</span></button> <button><span style="visibility:hidden">gone</span>left</button>
		<a href=/a>Link <i>italic</i></a> <a href=/b aria-label=B>b</a> <a href=/c><img alt="Pic"> text</a> <a href=/d><span title=t>d</span></a>
		<div role=button tabindex=0>Role</div> <div role=checkbox tabindex=0 aria-label=Check></div> <div role=tab>Tab <em>one</em></div>
		<input type=checkbox id=k><label for=k>Tick</label> <textarea title=Area></textarea> <details><summary>Sum <b>m</b></summary></details>
		<select aria-label=S><option>o</select> <button><label>in</label></button> <button disabled>Off</button> <label>Deep <span><em>er</em></span> <input type=radio></label>
		<button><svg><path d="M0 0"/></svg> <span class=ic>With icon</span></button> <button title=Tip><svg><path d="M0 0"/></svg></button>
		<a href=/e><svg role=img aria-label=Logo></svg></a> <a href=/f><svg><title>Titled</title></svg><span style="position:absolute;clip:rect(0 0 0 0)">read only</span></a>
		<a href=/g><i class=ic></i></a> <a href=/h><ul><li>one<li class=req>two</ul></a> <button><span hidden>no</span><span role=img aria-label=Star></span> 4.5</button>
		<button><span role=presentation>shown</span><img role=none alt=never><img alt=""></button> <button><h3>Head</h3><p>Text</p></button>
		<div role=menuitem tabindex=0><svg></svg>Item <kbd>K</kbd></div> <div role=switch tabindex=0><i aria-hidden=true>x</i></div> <div role=option tabindex=0><b>Opt</b><svg/></div>
		<label>Icon <svg><title>I</title></svg><input></label> <label><span role=img aria-label=Key></span> Code <input></label> <label title=T>Tipped <input></label>
		<button><span aria-labelledby=x>not</span></button> <button><input value=inside></button> <button><x-y>Custom</x-y></button> <button><output>9</output></button>
		<h2 id=h>Head <i class=ic></i></h2><p id=g hidden>Hidden <b>help</b></p><span id=l aria-label=Said>not</span><td id=q>Cell</td><span id=e></span>
		<button aria-labelledby=h>x</button> <input aria-labelledby="h g"> <select aria-labelledby="missing l"><option>o</select> <button aria-labelledby=missing>own</button>
		<button id=self aria-labelledby="self h">mine</button> <input aria-labelledby=e placeholder=P> <input aria-labelledby="h h"> <div role=slider tabindex=0 aria-labelledby=l></div>
		<button aria-labelledby=a>field</button> <div role=group aria-labelledby=h><input type=radio aria-labelledby="h l"></div>
		<div style="cursor:pointer"><svg></svg>Clickable</div> <li style="cursor:pointer" title=Tip><svg></svg>Row</li>`);
	const names = await call("names");
	expect(names.length).toBeGreaterThan(60);
	const bare = (name: string) => name.replace(/\s+/g, "").replace(/\p{Co}+/gu, "[icon]");
	for (const { name, library, html } of names) expect([html, bare(name)]).toEqual([html, bare(library)]);
});
