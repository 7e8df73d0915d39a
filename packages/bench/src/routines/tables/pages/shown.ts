import type { ListPage } from "../list-page.ts";
import { wanted } from "../list-page.ts";

/** Pages that reading was made with. */
export const shownPages: readonly ListPage[] = [
	{
		name: "a table with links, buttons and empty cells",
		html: `<table><thead><tr><th><input type="checkbox" aria-label="All"></th><th>Invoice</th><th>Date</th><th>Amount</th><th>Actions</th></tr></thead><tbody>
			<tr><td><input type="checkbox" aria-label="Row"></td><td><a href="/i/1">INV-1041</a></td><td>2026-03-05</td><td>1,250.00 €</td><td><button>Edit</button> <button>Delete</button></td></tr>
			<tr><td><input type="checkbox" aria-label="Row"></td><td><a href="/i/2">INV-1042</a></td><td></td><td>80.00 €</td><td><button>Edit</button> <button>Delete</button></td></tr>
			<tr><td><input type="checkbox" aria-label="Row"></td><td><a href="/i/3">INV-1043</a></td><td>2026-03-09</td><td></td><td><button>Edit</button></td></tr></tbody></table>`,
		lists: [
			wanted(`Invoice | Date | Amount
				INV-1041 | 2026-03-05 | 1,250.00 €
				INV-1042 | | 80.00 €
				INV-1043 | 2026-03-09 |`),
		],
	},
	{
		name: "a table without heads, in German",
		html: `<h1>Buchungen</h1><table><tr><td>05.03.2026</td><td>Stadtwerke</td><td>-84,20 EUR</td></tr><tr><td>6. März 2026</td><td>Bäckerei Kolb</td><td>-3,90 EUR</td></tr>
			<tr><td>07.03.2026</td><td>Gehalt</td><td>2.410,00 EUR</td></tr></table>`,
		lists: [
			wanted(`| |
				05.03.2026 | Stadtwerke | -84,20 EUR
				6. März 2026 | Bäckerei Kolb | -3,90 EUR
				07.03.2026 | Gehalt | 2.410,00 EUR`),
		],
	},
	{
		name: "groups and sums between rows",
		html: `<table><tr><th>Name</th><th>Hours</th><th>Cost</th></tr><tr><th colspan="3">January</th></tr><tr><td>Ada</td><td>12</td><td>600 €</td></tr><tr><td>Bob</td><td>3</td><td>150 €</td></tr>
			<tr><td>Sum</td><td colspan="2">750 €</td></tr><tr><th colspan="3">February</th></tr><tr><td>Ada</td><td>8</td><td>400 €</td></tr><tr><td>Eve</td><td>7</td><td>350 €</td></tr><tr><td>Sum</td><td colspan="2">750 €</td></tr></table>`,
		lists: [
			wanted(`Name | Hours | Cost
				Ada | 12 | 600 €
				Bob | 3 | 150 €
				Ada | 8 | 400 €
				Eve | 7 | 350 €`),
		],
	},
	{
		name: "cells merged downwards",
		html: `<table border="1"><tr><th>Room</th><th>Time</th><th>Course</th></tr><tr><td rowspan="2">Room 4</td><td>09:00</td><td>Pottery</td></tr><tr><td>11:00</td><td>Drawing</td></tr>
			<tr><td rowspan="3">Hall</td><td>09:00</td><td>Yoga</td></tr><tr><td>10:00</td><td>Dance</td></tr><tr><td>14:00</td><td>Choir</td></tr><tr><td>Lab</td><td>10:00</td><td>Robots</td></tr></table>`,
		lists: [
			wanted(`Room | Time | Course
				Room 4 | 09:00 | Pottery
				Room 4 | 11:00 | Drawing
				Hall | 09:00 | Yoga
				Hall | 10:00 | Dance
				Hall | 14:00 | Choir
				Lab | 10:00 | Robots`),
		],
	},
	{
		name: "a definition list of terms",
		html: `<h1>Opening hours</h1><dl><dt>Monday</dt><dd>9 to 17</dd><dt>Wednesday</dt><dd>9 to 20</dd><dt>Friday</dt><dd>9 to 13</dd></dl>`,
		lists: [
			wanted(`|
				Monday | 9 to 17
				Wednesday | 9 to 20
				Friday | 9 to 13`),
		],
	},
	{
		name: "items as cards, some with a badge",
		html: `<ul class="cards"><li><span class="badge">Sale</span><h3><a href="/p/1">Blue kettle</a></h3><p>39.00 €</p><button>Add to cart</button></li>
			<li><h3><a href="/p/2">Red mug</a></h3><p>9.00 €</p><button>Add to cart</button></li><li><h3><a href="/p/3">Desk lamp</a></h3><p>25.50 €</p><button>Add to cart</button></li></ul>`,
		lists: [
			wanted(`| |
				Blue kettle | 39.00 € | Sale
				Red mug | 9.00 € |
				Desk lamp | 25.50 € |`),
		],
	},
	{
		name: "inline-block cards in a row",
		html: `<style>.card { display: inline-block; width: 200px; margin: 4px; vertical-align: top } .card p { margin: 0 }</style><h1>Flats</h1><div class="cards">
			<div class="card"><h4><a href="/f/1">Mill Lane 4</a></h4><p>$1,200</p><p>2 rooms</p></div><div class="card"><h4><a href="/f/2">Harbour Road 9</a></h4><p>$980</p><p>1 room</p></div>
			<div class="card"><h4><a href="/f/3">Castle Street 1</a></h4><p>$2,050</p><p>4 rooms</p></div></div>`,
		lists: [
			wanted(`| |
				Mill Lane 4 | $1,200 | 2 rooms
				Harbour Road 9 | $980 | 1 room
				Castle Street 1 | $2,050 | 4 rooms`),
		],
	},
	{
		name: "inline-block cards of links and spans",
		html: `<style>.card { display: inline-block; width: 180px; margin: 4px } .card b, .card i { display: block }</style><h1>Books</h1>
			<span class="card"><a href="/b/1">Tides</a><b>12,00 €</b><i>M. Roth</i></span><span class="card"><a href="/b/2">North wind</a><b>9,50 €</b><i>K. Lund</i></span>
			<span class="card"><a href="/b/3">Granite</a><b>21,00 €</b><i>S. Abe</i></span>`,
		lists: [
			wanted(`| |
				Tides | 12,00 € | M. Roth
				North wind | 9,50 € | K. Lund
				Granite | 21,00 € | S. Abe`),
		],
	},
	{
		name: "flex rows with links",
		html: `<style>.row { display: flex; gap: 24px } .row > div { flex: 1 }</style><h1>Domains</h1><div class="list"><div class="row"><div><a href="/d/1">alpha.example</a></div><div>2027-01-09</div><div>Active</div></div>
			<div class="row"><div><a href="/d/2">beta.example</a></div><div>2026-11-30</div><div>Locked</div></div><div class="row"><div><a href="/d/3">gamma.example</a></div><div>2026-08-14</div><div>Active</div></div></div>`,
		lists: [
			wanted(`| |
				alpha.example | 2027-01-09 | Active
				beta.example | 2026-11-30 | Locked
				gamma.example | 2026-08-14 | Active`),
		],
	},
	{
		name: "a table of ARIA roles",
		html: `<div role="table"><div role="row"><span role="columnheader">City</span><span role="columnheader">Country</span><span role="columnheader">Population</span></div>
			<div role="row"><span role="cell">Porto</span><span role="cell">Portugal</span><span role="cell">231 800</span></div><div role="row"><span role="cell">Ghent</span><span role="cell">Belgium</span><span role="cell">265 086</span></div>
			<div role="row"><span role="cell">Tartu</span><span role="cell">Estonia</span><span role="cell">97 759</span></div></div>`,
		lists: [
			wanted(`City | Country | Population
				Porto | Portugal | 231 800
				Ghent | Belgium | 265 086
				Tartu | Estonia | 97 759`),
		],
	},
	{
		name: "a table of fields",
		html: `<table><tr><th>Item</th><th>Quantity</th><th>Size</th><th>Note</th></tr>
			<tr><td>Tea</td><td><input type="number" value="3" aria-label="Quantity of tea"></td><td><select><option>Small<option selected>Large</select></td><td><input value="no sugar"></td></tr>
			<tr><td>Milk</td><td><input type="number" value="12" aria-label="Quantity of milk"></td><td><select><option selected>Small<option>Large</select></td><td><input value=""></td></tr></table>`,
		lists: [
			wanted(`Item | Quantity | Size | Note
				Tea | 3 | Large | no sugar
				Milk | 12 | Small |`),
		],
	},
	{
		name: "hidden columns and labels for small screens",
		html: `<style>.small, .never { display: none }</style><table><thead><tr><th>Flight</th><th class="never">Code</th><th>Gate</th><th>Leaves</th></tr></thead>
			<tbody><tr><td><span class="small">Flight: </span>LH 401</td><td class="never">x1</td><td><span class="small">Gate: </span>B12</td><td>18:05</td></tr><tr><td><span class="small">Flight: </span>BA 22</td><td class="never">x2</td><td><span class="small">Gate: </span>A3</td><td>18:40</td></tr>
			<tr><td><span class="small">Flight: </span>AF 7</td><td class="never">x3</td><td><span class="small">Gate: </span></td><td>19:10</td></tr></tbody></table>`,
		lists: [
			wanted(`Flight | Gate | Leaves
				LH 401 | B12 | 18:05
				BA 22 | A3 | 18:40
				AF 7 | | 19:10`),
		],
	},
	{
		name: "two tables with equal heads, and search results",
		html: `<h2>Paid</h2><table><tr><th>Number</th><th>Total</th></tr><tr><td>R-1</td><td>10.00</td></tr><tr><td>R-2</td><td>22.50</td></tr></table>
			<h2>Due</h2><table><tr><th>Number</th><th>Total</th></tr><tr><td>R-3</td><td>7.25</td></tr><tr><td>R-4</td><td>1,019.00</td></tr><tr><td>R-5</td><td>88.00</td></tr></table>
			<h2>Found</h2><div class="found"><div><h3><a href="/a">How to pay by card</a></h3><p>Cards are charged at once.</p></div><div><h3><a href="/b">Late fees</a></h3><p>They begin after ten days.</p></div></div>`,
		lists: [
			wanted(`Number | Total
				R-1 | 10.00
				R-2 | 22.50`),
			wanted(`Number | Total
				R-3 | 7.25
				R-4 | 1,019.00
				R-5 | 88.00`),
			wanted(`|
				How to pay by card | Cards are charged at once.
				Late fees | They begin after ten days.`),
		],
	},
];
