/** Whether the browser runs on a telephone or tablet. */
export function isMobile(agent = navigator.userAgent): boolean {
  return /android|iphone|ipad|ipod|mobi|windows phone/i.test(agent);
}
