import type { Look } from "./kinds.ts";

/** A page of the site around its content. `script` runs behind it. */
export type Content = { readonly title: string; readonly body: string; readonly script?: string };

const styles = `body{font:15px/1.4 sans-serif;margin:0;display:flex;flex-wrap:wrap}header,footer{width:100%;padding:8px}main{flex:1;padding:12px}
aside{width:220px;padding:12px}label{display:block;margin:6px 0}table{border-collapse:collapse}td,th{padding:4px 10px;text-align:left}
.card{display:inline-block;vertical-align:top;width:200px;margin:8px;padding:8px;border:1px solid #999}.menu{display:none}
@media(max-width:600px){nav{display:none}.menu{display:inline}thead{display:none}td{display:block}aside{width:100%}.card{display:block}}`;

/** Draws its content again a few times, as a framework does: each node is new, and what was typed stays. */
const rerendering = `const draw=()=>{const main=document.querySelector("main");const at=document.activeElement&&document.activeElement.name;
const values=[...main.querySelectorAll("input,select,textarea")].map((one)=>[one.value,one.checked]);
const open=[...main.querySelectorAll("dialog")].map((one)=>one.open);
const copy=main.cloneNode(true);main.replaceWith(copy);
copy.querySelectorAll("input,select,textarea").forEach((one,index)=>{one.value=values[index][0];one.checked=values[index][1]});
copy.querySelectorAll("dialog").forEach((one,index)=>{if(open[index]){one.close();one.showModal()}});
const field=at&&copy.querySelector("[name='"+at+"']");if(field)field.focus()};
for(const ms of [200,700,1500,2500])setTimeout(draw,ms);document.addEventListener("change",()=>setTimeout(draw,60));`;

/** A notice over the whole page until it is answered. */
const notice = `<div id="notice" style="position:fixed;inset:0;background:#0009;z-index:9"><div role="dialog" aria-modal="true" aria-label="Cookies"
style="position:absolute;bottom:0;left:0;right:0;background:#fff;padding:20px"><h2>We value your privacy</h2><p>We use cookies to improve this site.</p>
<button onclick="document.getElementById('notice').remove()">Accept all</button> <button onclick="document.getElementById('notice').remove()">Only necessary</button>
<a href="/privacy">Settings</a></div></div>`;

/** A whole page. */
export function pageOf({ title, body, script = "" }: Content, { is, style, wrap }: Look): string {
	const font = is("font") ? "body,button,input,select,textarea{font:21px/1.7 Georgia,serif;letter-spacing:.03em}" : "";
	const news = `<aside class="${style("news")}"><h2>News</h2><ul><li><a href="/news/1">The office moves</a></li><li><a href="/news/2">New prices</a></li></ul></aside>`;
	const main = `<main class="${style("content")}">${wrap(`<h1>${title}</h1><p id="said" role="status"></p>${body}`)}</main>`;
	return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>${title}</title><style>${styles}${font}</style></head><body>
<header class="${style("head")}"><button class="menu">Menu</button><nav><a href="/">Home</a> <a href="/help">Help</a> <a href="/about">About</a></nav></header>
${is("moved") ? news + main : main + news}<footer class="${style("foot")}">© Northwind</footer>${is("cookies") ? notice : ""}
<script>const say=(text)=>{document.getElementById("said").textContent=text};${script}${is("rerendered") ? rerendering : ""}</script></body></html>`;
}
