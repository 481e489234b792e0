import { remark } from 'remark';import g from 'remark-gfm';import f from 'remark-frontmatter';
const show=(n,d=0)=>{console.log(' '.repeat(d)+n.type,n.position?.start.line+':'+n.position?.start.column+'-'+n.position?.end.line+':'+n.position?.end.column,n.value===undefined?'':JSON.stringify(n.value));for(const c of n.children??[])show(c,d+1)};
show(remark().use(g).parse(JSON.parse('"'+process.argv[2]+'"')));
