import type { ListPage } from "../list-page.ts";
import { wanted } from "../list-page.ts";

/** Held out: no rule is chosen by these pages. */
export const heldPages: readonly ListPage[] = [
	{
		name: "heads merged over two rows, figures in French",
		html: `<h1>Ventes par région</h1><table border="1"><thead><tr><th rowspan="2">Région</th><th colspan="2">2025</th><th colspan="2">2026</th></tr>
			<tr><th>Unités</th><th>Recettes</th><th>Unités</th><th>Recettes</th></tr></thead><tbody>
			<tr><td>Bretagne</td><td>1 204</td><td>18 060,00 €</td><td>1 310</td><td>19 650,00 €</td></tr>
			<tr><td>Normandie</td><td>980</td><td>14 700,00 €</td><td>1 002</td><td>15 030,00 €</td></tr>
			<tr><td>Alsace</td><td>455</td><td>6 825,00 €</td><td>512</td><td>7 680,00 €</td></tr></tbody></table>`,
		lists: [
			wanted(`Région | | | |
				Bretagne | 1 204 | 18 060,00 € | 1 310 | 19 650,00 €
				Normandie | 980 | 14 700,00 € | 1 002 | 15 030,00 €
				Alsace | 455 | 6 825,00 € | 512 | 7 680,00 €`),
		],
	},
	{
		name: "tickets as articles with a definition list each",
		html: `<h1>Open tickets</h1>
			<article><h2><a href="/t/901">Printer jams on tray 2</a></h2><dl><dt>Owner</dt><dd>Ada Byron</dd><dt>Opened</dt><dd>2026-03-02</dd><dt>Priority</dt><dd>High</dd></dl></article>
			<article><h2><a href="/t/902">VPN drops at noon</a></h2><dl><dt>Owner</dt><dd>Bob Marsh</dd><dt>Opened</dt><dd>2026-03-04</dd><dt>Priority</dt><dd>Low</dd></dl></article>
			<article><h2><a href="/t/903">No sound in room 4</a></h2><dl><dt>Owner</dt><dd>Eve Stone</dd><dt>Opened</dt><dd>2026-03-09</dd><dt>Priority</dt><dd>Medium</dd></dl></article>`,
		lists: [
			wanted(`| | |
				Printer jams on tray 2 | Ada Byron | 2026-03-02 | High
				VPN drops at noon | Bob Marsh | 2026-03-04 | Low
				No sound in room 4 | Eve Stone | 2026-03-09 | Medium`),
		],
	},
	{
		name: "a grid of ARIA roles, sorted by buttons",
		html: `<style>[role=row] { display: grid; grid-template-columns: 120px 200px 140px 100px }</style>
			<div role="grid" aria-label="Facturas"><div role="rowgroup"><div role="row"><div role="columnheader"><button>Factura</button></div><div role="columnheader"><button>Cliente</button></div>
			<div role="columnheader"><button>Importe</button></div><div role="columnheader">Estado</div></div></div><div role="rowgroup">
			<div role="row"><div role="gridcell"><a href="/f/77">F-77</a></div><div role="gridcell">Hotel Sol</div><div role="gridcell">1.250,00 €</div><div role="gridcell">Pagada</div></div>
			<div role="row"><div role="gridcell"><a href="/f/78">F-78</a></div><div role="gridcell">Casa Luna</div><div role="gridcell">310,40 €</div><div role="gridcell">Abierta</div></div>
			<div role="row"><div role="gridcell"><a href="/f/79">F-79</a></div><div role="gridcell">Bar Mar</div><div role="gridcell">99,90 €</div><div role="gridcell"></div></div></div></div>`,
		lists: [
			wanted(`Factura | Cliente | Importe | Estado
				F-77 | Hotel Sol | 1.250,00 € | Pagada
				F-78 | Casa Luna | 310,40 € | Abierta
				F-79 | Bar Mar | 99,90 € |`),
		],
	},
	{
		name: "flex rows without roles, a head of their own",
		html: `<style>.line { display: flex } .line > span { width: 150px }</style><h1>Deliveries</h1><div class="line head"><span>Parcel</span><span>Town</span><span>Due</span></div>
			<div class="line"><span>P-4410</span><span>Leeds</span><span>14 Mar 2026</span></div><div class="line"><span>P-4411</span><span>York</span><span>15 Mar 2026</span></div>
			<div class="line"><span>P-4412</span><span>Hull</span><span>17 Mar 2026</span></div><div class="line"><span>P-4413</span><span>Whitby</span><span>20 Mar 2026</span></div>`,
		lists: [
			wanted(`| |
				P-4410 | Leeds | 14 Mar 2026
				P-4411 | York | 15 Mar 2026
				P-4412 | Hull | 17 Mar 2026
				P-4413 | Whitby | 20 Mar 2026`),
		],
	},
	{
		name: "inline-block tiles of a shop",
		html: `<style>.tile { display: inline-block; width: 220px; vertical-align: top; margin: 8px } .tile span { display: block }</style><h1>Teapots</h1>
			<div class="tile"><a href="/p/oslo">Oslo teapot</a><span class="price">$34.00</span><span>In stock</span><button>Add to basket</button></div>
			<div class="tile"><a href="/p/bergen">Bergen teapot</a><span class="price">$28.50</span><span>In stock</span><button>Add to basket</button></div>
			<div class="tile"><a href="/p/molde">Molde teapot</a><span class="price">$1,140.00</span><span>Sold out</span><button>Add to basket</button></div>`,
		lists: [
			wanted(`| |
				Oslo teapot | $34.00 | In stock
				Bergen teapot | $28.50 | In stock
				Molde teapot | $1,140.00 | Sold out`),
		],
	},
	{
		name: "items beside a table with a sum",
		html: `<h2>Team</h2><ul><li><a href="/u/1">Maya Lind</a> <em>Sales</em></li><li><a href="/u/2">Jonas Berg</a> <em>Support</em></li><li><a href="/u/3">Ida Holm</a> <em>Finance</em></li></ul>
			<h2>Expenses</h2><table><thead><tr><th>Day</th><th>Purpose</th><th>Amount</th></tr></thead><tbody><tr><td>03/02/2026</td><td>Train</td><td>£41.20</td></tr>
			<tr><td>03/03/2026</td><td>Hotel</td><td>£129.00</td></tr><tr><td>03/17/2026</td><td></td><td>£8.00</td></tr></tbody><tfoot><tr><td colspan="2">Total</td><td>£178.20</td></tr></tfoot></table>`,
		lists: [
			wanted(`|
				Maya Lind | Sales
				Jonas Berg | Support
				Ida Holm | Finance`),
			wanted(`Day | Purpose | Amount
				03/02/2026 | Train | £41.20
				03/03/2026 | Hotel | £129.00
				03/17/2026 | | £8.00`),
		],
	},
	{
		name: "rows with open details, a hidden column and a menu",
		html: `<style>.id { display: none }</style><table><tr><th class="id">Id</th><th>Order</th><th>Buyer</th><th>Weight</th><th></th></tr>
			<tr><td class="id">11</td><td>A-1001</td><td>Kim Wolf</td><td>2.5 kg</td><td><button aria-haspopup="menu">Actions</button></td></tr>
			<tr><td class="id">12</td><td>A-1002</td><td>Lee Ford</td><td></td><td><button aria-haspopup="menu">Actions</button></td></tr>
			<tr><td colspan="5">Sent to 4 Mill Lane on Monday</td></tr>
			<tr><td class="id">13</td><td>A-1003</td><td>Pat Dunn</td><td>14 kg</td><td><button aria-haspopup="menu">Actions</button></td></tr></table>`,
		lists: [
			wanted(`Order | Buyer | Weight
				A-1001 | Kim Wolf | 2.5 kg
				A-1002 | Lee Ford |
				A-1003 | Pat Dunn | 14 kg`),
		],
	},
];
