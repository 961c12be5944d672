const words = '(array(select lower(w) from unnest($2::text[]) w))';
const begins = (text: string) => `strpos(lower(${text}), lower($3::text)) = 1 desc`;
const newest = `select m.id, m.user_id, m.email, m.created_at as at from member m
      where m.tenant_id = $1 and m.status <> 'removed'
      order by m.created_at desc, m.id desc limit $4::integer`;

/**
 * Members by their name or by their address. The names of all members are looked up at once, along the index of
 * people: one look-up each took most of the time. The parameters are those of `byText`.
 */
export const peopleByText = `select f.id, f.label, f.within, f.detail from (
    select x.id, coalesce(p.name, x.email) as label, null::text as within, x.created_at as at,
      case when p.name is not null then x.email end as detail
    from (
      select m.id from member m where m.tenant_id = $1 and m.status = 'active' and m.user_id = any (array(
        select n.id from person n
        where n.id = any (array(select u.user_id from (${newest}) u))
          and lower(n.name) like all ${words}
        order by ${begins('n.name')}, n.id desc limit 6))
      union
      (select e.id from (${newest}) e where lower(e.email) like all ${words}
        order by ${begins('e.email')}, e.at desc limit 6)
    ) i join member x on x.tenant_id = $1 and x.id = i.id
    left join lateral (select n.name from person n where n.id = x.user_id limit 1) p on true
  ) f order by ${begins('f.label')}, f.at desc, f.id desc limit 6`;
