import type { Order } from "./order.ts";
import { pageOrders } from "./pages.ts";
import { shopOrders } from "./shop.ts";

/** The thirty orders. */
export const orders: readonly Order[] = [...shopOrders, ...pageOrders];
